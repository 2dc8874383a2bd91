/** The rules of the house as tests: packages, layers, names and sizes of the three libraries. */
@NullMarked
package io.virgo.it.architecture;

import org.jspecify.annotations.NullMarked;
