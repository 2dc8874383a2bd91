/** Several shards in one JTA transaction, with Narayana as transaction manager and Agroal's XA pools. */
package io.virgo.it.jta;
