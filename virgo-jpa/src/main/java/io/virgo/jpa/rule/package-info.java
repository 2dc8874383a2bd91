/**
 * The rules of which shard an entity or an id belongs to, made from what the mapping declares; the checks of the mapping at start; and ids
 * that are made before the shard is known, since they decide it. Knows no annotation and no manager.
 */
@NullMarked
package io.virgo.jpa.rule;

import org.jspecify.annotations.NullMarked;
