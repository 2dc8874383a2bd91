/**
 * The random walk: many threads do everything at once that a session can do, on eight shards, against a model of what each database has to hold. Any subject
 * can be walked; the naive design, kept here for comparison, fails.
 */
package io.virgo.it.torture;
