package io.virgo.core.id;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class RoundRobinTest {

    @Test
    void goesRound() {
        RoundRobin turn = new RoundRobin(5);
        assertEquals(2, turn.next(3));
        assertEquals(0, turn.next(3));
        assertEquals(1, turn.next(3));
    }

    // faults.md C8: a counter that overflows gives a negative place.
    @Test
    void staysInRangeWhenItsCounterOverflows() {
        for (int size = 1; size < 9; size++) {
            RoundRobin turn = new RoundRobin(Long.MAX_VALUE - 1);
            for (int i = 0; i < 20; i++) {
                int place = turn.next(size);
                assertTrue(place >= 0 && place < size, "place " + place + " of " + size);
            }
        }
    }
}
