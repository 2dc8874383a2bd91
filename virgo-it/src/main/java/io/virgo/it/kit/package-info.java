/**
 * The test kit: several databases in one line, a plain-JDBC look behind the library's back, and checks that fail a test which leaves something
 * behind. Top layer of the kit: it uses {@code io.virgo.it.kit.fault} and {@code io.virgo.it.kit.net}, which know nothing of it.
 */
@NullMarked
package io.virgo.it.kit;

import org.jspecify.annotations.NullMarked;
