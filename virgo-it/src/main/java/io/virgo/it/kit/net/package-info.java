/** Broken networks inside the JVM of the test: a proxy before a real server, and a port that never answers. Uses sockets alone. */
@NullMarked
package io.virgo.it.kit.net;

import org.jspecify.annotations.NullMarked;
