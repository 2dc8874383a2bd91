/** A small Spring Boot application over shards: the fixture of the Spring tests. */
package io.virgo.it.spring.shop;
