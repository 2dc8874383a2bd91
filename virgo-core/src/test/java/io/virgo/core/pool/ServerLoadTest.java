package io.virgo.core.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerLoadTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jdbc:postgresql://db:5432/shop?user=app&password=S3cret | db:5432",
                "jdbc:postgresql://[::1]:5432/shop | [::1]:5432",
                "jdbc:mysql://app:S3/cr@et@db:3306/shop | db:3306",
                "jdbc:mariadb://db1,db2:3307/shop | db1,db2:3307",
                "jdbc:sqlserver://db:1433;user=app;password=S3cret | db:1433",
                "jdbc:oracle:thin:app/S3cret@//db:1521/shop | db:1521",
                "jdbc:oracle:thin:app/S3cret@db:1521:shop | db:1521",
                "jdbc:h2:tcp://db:9092/shop;PASSWORD=S3cret | db:9092",
                "jdbc:h2:mem:eu;PASSWORD=S3cret | jdbc:h2:mem:eu"
            })
    void theServerOfAUrlIsKnownWithoutSecrets(String url, String server) {
        assertEquals(server, ServerLoad.server(url));
    }

    @ParameterizedTest
    @CsvSource({
        "hibernate.c3p0., , , 3, 15",
        "hibernate.c3p0., hibernate.c3p0.min_size=5, hibernate.c3p0.max_size=20, 5, 20",
        "hibernate.c3p0., hibernate.c3p0.minPoolSize=6, hibernate.c3p0.maxPoolSize=21, 6, 21",
        "hibernate.c3p0., , hibernate.c3p0.max_size=2, 2, 2",
        "hibernate.hikari., , , 10, 10",
        "hibernate.hikari., , hibernate.hikari.maximumPoolSize=7, 7, 7",
        "hibernate.hikari., hibernate.hikari.minimumIdle=0, hibernate.connection.pool_size=9, 0, 9",
        "hibernate.agroal., , , 0, 10",
        "hibernate.agroal., hibernate.agroal.minSize=2, hibernate.agroal.maxSize=4, 2, 4",
        "'', , , 1, 20",
        "'', hibernate.connection.min_pool_size=2, hibernate.connection.pool_size=8, 2, 8",
    })
    void aPoolHasTheSizeThatItsSettingsOrItsDefaultsTell(
            String prefix, String minimum, String maximum, int least, int most) {
        Map<String, Object> settings = new HashMap<>();
        for (String setting : new String[] {minimum, maximum}) {
            if (setting != null) {
                settings.put(setting.split("=")[0], setting.split("=")[1]);
            }
        }
        assertEquals(new PoolSize(least, most), PoolSize.of(settings, prefix));
    }

    @Test
    void sizesOfOneServerAddUpAndUnknownOnesAreNamed() {
        ServerLoad load = new ServerLoad();
        for (int i = 0; i < 100; i++) {
            load.add("s" + i, Map.of("hibernate.connection.url", "jdbc:postgresql://db1/s" + i), new PoolSize(2, 10));
        }
        load.add("t", Map.of("hibernate.hikari.jdbcUrl", "jdbc:postgresql://db2/t"), new PoolSize(1, 3));
        Map<String, Object> own = Map.of("hibernate.connection.datasource", "jdbc/u");
        load.add("u", own, PoolSize.of(own, ""));
        Map<String, Object> wrong =
                Map.of("hibernate.connection.url", "jdbc:x", "hibernate.connection.pool_size", "many");
        load.add("v", wrong, PoolSize.of(wrong, ""));
        assertEquals("db1 200 to 1000, db2 1 to 3, not known of [u, v]", load.toString());
    }
}
