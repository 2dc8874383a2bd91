/** The paths inside Hibernate that could leave a session's shard unseen. */
package io.virgo.it.traps;
