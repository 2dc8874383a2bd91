package io.virgo.core.id;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.hibernate.id.IdentifierGenerationException;
import org.junit.jupiter.api.Test;

class TicketPlanTest {

    @Test
    void blocksOfAllServersAreApart() {
        Set<Long> ids = new HashSet<>();
        TicketPlan plan = new TicketPlan("x", List.of("a", "b", "c"), 5, 7);
        for (int server = 0; server < 3; server++) {
            for (long n = 0; n < 100; n++) {
                Block block = plan.block(server, n);
                for (int i = 0; i < block.size; i++) {
                    assertTrue(ids.add(block.first + i));
                }
            }
        }
        assertEquals(2100, ids.size());
        assertTrue(ids.contains(1L) && !ids.contains(0L));
    }

    @Test
    void theEndOfTheNumbersIsRefused() {
        TicketPlan plan = new TicketPlan("x", List.of("a", "b"), 8, 1000);
        assertTrue(plan.block(1, Long.MAX_VALUE / 8000 - 1).first > 0);
        assertThrows(IdentifierGenerationException.class, () -> plan.block(1, Long.MAX_VALUE / 8000 + 1));
        assertThrows(IdentifierGenerationException.class, () -> plan.block(0, Long.MAX_VALUE));
    }
}
