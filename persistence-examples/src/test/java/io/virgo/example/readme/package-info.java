/** Holds the documents to the code. */
package io.virgo.example.readme;
