package io.virgo.example.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RouteTest {

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    private boolean route(String... more) throws IOException {
        List<String> args = new ArrayList<>(List.of(
                "virgo.shard.eu.hibernate.connection.url=jdbc:h2:mem:eu",
                "virgo.shard.us.hibernate.connection.url=jdbc:h2:mem:us",
                "virgo.router.customers.type=slots",
                "virgo.router.customers.map=0-499:eu,500-999:us"));
        args.addAll(List.of(more));
        return Route.run(args, new PrintStream(printed, true, StandardCharsets.UTF_8));
    }

    private String text() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    @Test
    void tellsRouterSlotAndShardOfEachKey() throws IOException {
        assertThat(route("router=customers", "keys=7,-1,ann@example.org")).isTrue();
        assertThat(text().lines())
                .contains(
                        "key 7: router 'customers', slot 7 of 1000 -> eu",
                        "key -1: router 'customers', slot 999 of 1000 -> us",
                        "3 keys by router 'customers'");
    }

    @Test
    void drawsTheDistributionOfManyKeys(@TempDir Path folder) throws IOException {
        Path svg = folder.resolve("keys.svg");
        assertThat(route("router=customers", "keys=0..9999", "svg=" + svg)).isTrue();
        assertThat(text()).contains("10,000 keys by router 'customers'", "5,000  50.0 %");
        assertThat(Files.readString(svg)).startsWith("<svg ").contains("eu", "us", "5,000  50.0 %");
    }

    @Test
    void saysWhatIsWrong() throws IOException {
        assertThat(route("keys=1")).isFalse();
        assertThat(text()).contains("usage: virgo.route");
        assertThat(route("router=orders", "keys=1")).isFalse();
        assertThat(text()).contains("there is no router 'orders'; known routers are [customers]");
        assertThat(route("virgo.router.x.type=modulo", "router=x", "keys=1")).isFalse();
        assertThat(text()).contains("virgo.router.x.shards");
    }
}
