package io.virgo.core.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TransactionModeTest {

    private static List<String> problemsWith(String mode) {
        Problems problems = new Problems();
        SettingsReader.read(
                Map.of("virgo.shard.a.hibernate.connection.url", "jdbc:h2:mem:a", VirgoSettings.TRANSACTION_MODE, mode),
                problems);
        return problems.list();
    }

    @Test
    void acceptsTheModeThatThereIs() {
        assertEquals(List.of(), problemsWith("single"));
    }

    @Test
    void refusesAModeThatWouldBeIgnored() {
        assertEquals(
                List.of("virgo.transaction.mode: 'best_effort' is unknown; legal is single"),
                problemsWith("best_effort"));
    }
}
