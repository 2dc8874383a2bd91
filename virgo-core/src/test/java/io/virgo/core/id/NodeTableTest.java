package io.virgo.core.id;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.virgo.core.id.NodeTable.Lease;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.hibernate.id.IdentifierGenerationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NodeTableTest {

    private static final long LEASE = 30_000;
    private static final long CLOCK = 1_800_000_000_000L;

    private Connection connection;

    @BeforeEach
    void open() throws SQLException {
        connection = DriverManager.getConnection("jdbc:h2:mem:");
        IdTable.NODES.require(connection, "main", true);
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    private NodeTable of(String owner) throws SQLException {
        return new NodeTable(connection, "main", owner, LEASE);
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    @Test
    void ownersGetDifferentNumbers() throws SQLException {
        for (int i = 0; i < TimeLayout.NODES; i++) {
            assertEquals(new Lease(i, 0, CLOCK + LEASE), of("owner " + i).takeAny(CLOCK));
        }
        IdentifierGenerationException e = assertThrows(
                IdentifierGenerationException.class, () -> of("one more").takeAny(CLOCK));
        assertTrue(e.getMessage().contains("all 256 node numbers"), e.getMessage());
    }

    @Test
    void aNumberThatIsInUseIsRefusedAndNamesItsOwner() throws SQLException {
        of("first").take(5, CLOCK);
        IdentifierGenerationException e = assertThrows(
                IdentifierGenerationException.class, () -> of("second").take(5, CLOCK));
        assertTrue(e.getMessage().contains("node number 5 is in use by first"), e.getMessage());
        assertTrue(e.getMessage().contains("virgo.ids.node"), e.getMessage());
    }

    @Test
    void aLeaseThatRanOutGoesToAnotherWhoStartsAfterItsLimit() throws SQLException {
        NodeTable first = of("first");
        Lease lost = first.take(5, CLOCK);
        execute("update virgo_nodes set expires = 1");
        // The new owner's clock is behind.
        Lease taken = of("second").take(5, CLOCK - 7_000);
        assertEquals(lost.until(), taken.after());
        assertTrue(taken.until() >= taken.after() + LEASE);
        assertFalse(first.renew(5, CLOCK + 2 * LEASE), "the former owner must not renew");
        first.release(5, 0);
        assertTrue(of("second").renew(5, CLOCK + 2 * LEASE));
    }

    @Test
    void aLeaseThatRanOutMayBeRenewedWhileNobodyTookIt() throws SQLException {
        NodeTable first = of("first");
        first.take(5, CLOCK);
        execute("update virgo_nodes set expires = 1");
        assertTrue(first.renew(5, CLOCK + LEASE));
        assertThrows(IdentifierGenerationException.class, () -> of("second").take(5, CLOCK));
    }

    @Test
    void aReleasedNumberIsTakenAgainAtOnceAfterItsLastTime() throws SQLException {
        of("first").takeAny(CLOCK);
        of("first").release(0, CLOCK + 3);
        assertEquals(new Lease(0, CLOCK + 3, CLOCK + 4 + LEASE), of("second").takeAny(CLOCK + 4));
    }

    @Test
    void aNumberWhoseLastTimeIsStillToComeIsLeftForAnUnusedOne() throws SQLException {
        of("first").takeAny(CLOCK);
        of("first").release(0, CLOCK + 60_000);
        assertEquals(1, of("second").takeAny(CLOCK).node());
    }
}
