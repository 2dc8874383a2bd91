/** Spring Boot, Spring Data JPA and Spring's shared entity managers over shards. */
package io.virgo.it.spring;
