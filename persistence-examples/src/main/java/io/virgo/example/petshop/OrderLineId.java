package io.virgo.example.petshop;

import jakarta.persistence.Embeddable;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * The number of a line within its order.
 *
 * @param orderId the order's number; null until the order has one
 * @param number counts from 1
 */
@Embeddable
record OrderLineId(@Nullable Long orderId, int number) implements Serializable {}
