/** Settings: the keys, their reading, and one report of all problems. The bottom layer; knows no pool and no session. */
@NullMarked
package io.virgo.core.settings;

import org.jspecify.annotations.NullMarked;
