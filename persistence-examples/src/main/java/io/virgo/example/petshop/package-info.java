/**
 * A pet shop that is split in two ways: its catalogue lives whole on one shard, since it is small and its tables are joined freely; its
 * accounts and its orders grow, so each is spread over several shards by a router of its own. Start at
 * {@link io.virgo.example.petshop.PetShop}.
 */
@NullMarked
package io.virgo.example.petshop;

import org.jspecify.annotations.NullMarked;
