package io.virgo.core.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLException;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretMaskTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://db/shop?user=app&password=S3cret&ssl=true",
                "jdbc:mysql://app:S3cret@db:3306/shop",
                "jdbc:postgresql://app:x/S3cret@db:5432/shop",
                "jdbc:h2:mem:x;USER=sa;PASSWORD=S3cret;MODE=MySQL",
                "jdbc:oracle:thin:app/S3cret@//db:1521/shop",
                "jdbc:sqlserver://db;user=app;Password=S3cret;encrypt=true",
                "No suitable driver for jdbc:x://db/shop?trustStorePassword=S3cret",
                "jdbc:mariadb://db/shop?keyPassword=S3cret"
            })
    void noUrlShowsItsPassword(String url) {
        String masked = SecretMask.text(url);
        assertFalse(masked.contains("S3cret"), masked);
        assertTrue(masked.contains("db") || masked.contains("mem:x"), masked);
    }

    @Test
    void settingsShowNoSecret() {
        TreeMap<String, Object> settings = new TreeMap<>();
        settings.put("hibernate.connection.password", "S3cret");
        settings.put("hibernate.hikari.dataSource.password", "S3cret");
        settings.put("hibernate.connection.url", "jdbc:x://a:S3cret@h/d");
        settings.put("hibernate.connection.username", "app");
        String text = SecretMask.settings(settings);
        assertFalse(text.contains("S3cret"), text);
        assertTrue(text.contains("app"), text);
    }

    @Test
    void aCauseKeepsItsStateAndLosesItsSecret() {
        SQLException driver = new SQLException("cannot reach jdbc:x://h/d?password=S3cret", "08001", 7);
        RuntimeException outer = new IllegalStateException("no pool", driver);
        Throwable masked = SecretMask.cause(outer);
        for (Throwable each = masked; each != null; each = each.getCause()) {
            assertFalse(each.toString().contains("S3cret"), each.toString());
        }
        SQLException cause = (SQLException) masked.getCause();
        assertEquals("08001", cause.getSQLState());
        assertEquals(7, cause.getErrorCode());
        assertSame(driver.getStackTrace()[0].getMethodName(), cause.getStackTrace()[0].getMethodName());
    }

    @Test
    void anExceptionWithoutASecretStaysItself() {
        SQLException plain = new SQLException("connection refused");
        assertSame(plain, SecretMask.cause(plain));
    }
}
