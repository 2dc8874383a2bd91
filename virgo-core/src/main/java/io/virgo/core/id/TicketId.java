package io.virgo.core.id;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.hibernate.annotations.IdGeneratorType;

/**
 * Ids that are unique over all shards, from two or more ticket servers: shards with a table {@code virgo_tickets} each, of which any one
 * suffices. Each node takes blocks from the servers in turn; a server that fails is left out until it answers again. Server i of n gives
 * the blocks i, i + m, i + 2m, and so on, where m is {@link #maxServers}: ids neither follow one another without gaps nor rise.
 *
 * <p>A server whose counter was seen further on, as after it was restored from an old backup, is refused: each node remembers how far it
 * saw each server, and every block is also noted on the other servers that answer, before its ids are used.
 *
 * <p>For attributes of type {@code Long}, {@code Integer}, {@code Short} (or the primitive ones) and {@code BigInteger}.
 *
 * @since 0.1
 */
@IdGeneratorType(TicketIdGenerator.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
public @interface TicketId {

    /**
     * The shards with the ticket tables, two at least. A server's place in the list is its number for ever: new ones are added at the end.
     *
     * @return the shards' names
     */
    String[] servers();

    /**
     * The most servers there may ever be. It is stored on each server and can not be changed.
     *
     * @return the number, at least that of the servers
     */
    int maxServers() default 8;

    /**
     * How many ids a node takes at once. It is stored on each server and can not be changed.
     *
     * @return the number of ids, 1 at least
     */
    int blockSize() default 1000;

    /**
     * The name under which the servers count. Entities with the same name share the numbers.
     *
     * @return the name; by default that of the entity
     */
    String name() default "";
}
