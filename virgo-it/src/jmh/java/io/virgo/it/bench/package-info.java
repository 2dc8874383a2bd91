/** Benchmarks, compiled and run by the profile {@code benchmarks} only: Virgo against plain Hibernate on the same databases and pools. See docs/benchmarks.md. */
package io.virgo.it.bench;
