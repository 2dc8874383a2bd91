package io.virgo.it.ids;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.virgo.core.NoCurrentShardException;
import io.virgo.core.Shards;
import io.virgo.it.cache.fixture.Units;
import io.virgo.it.ids.fixture.Draw;
import io.virgo.it.ids.fixture.Entities;
import io.virgo.it.ids.fixture.Entities.OtherParcel;
import io.virgo.it.ids.fixture.Entities.Parcel;
import io.virgo.it.kit.DatabaseProduct;
import io.virgo.it.kit.LeakCheck;
import io.virgo.it.kit.ShardDatabases;
import io.virgo.it.kit.VirgoCheck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hibernate.SessionFactory;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.id.IdentifierGenerationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ids that each shard makes for itself and that are unique all the same. */
@ExtendWith(VirgoCheck.class)
class InterleavedIdTest {

    private static final Map<String, String> BY_A = Map.of("virgo.ids.shard", "a");

    private static SessionFactoryImplementor open(ShardDatabases databases, Map<String, ?> settings) {
        return open(databases, settings, Parcel.class);
    }

    private static SessionFactoryImplementor open(ShardDatabases databases, Map<String, ?> settings, Class<?> entity) {
        Map<String, Object> all = new HashMap<>(BY_A);
        all.put("hibernate.hbm2ddl.auto", "update");
        all.putAll(settings);
        return Units.open(databases, all, entity);
    }

    private static long indexOf(SessionFactory factory, String shard) {
        return Draw.ids(factory, shard, Parcel.class, 1).get(0) % Entities.STRIDE;
    }

    @ParameterizedTest
    @EnumSource(DatabaseProduct.class)
    void idsAreUniqueOverAllShardsAndRestarts(DatabaseProduct product) throws Exception {
        try (ShardDatabases databases = ShardDatabases.of(product, "a", "b", "c")) {
            Map<String, List<Long>> ids = new HashMap<>();
            databases.names().forEach(shard -> ids.put(shard, Collections.synchronizedList(new ArrayList<>())));
            for (int start = 0; start < 2; start++) {
                try (SessionFactoryImplementor factory = open(databases, Map.of())) {
                    GlobalSequenceTest.onThreads(
                            8,
                            () -> ids.forEach((shard, drawn) -> Units.write(factory, shard, s -> {
                                for (int i = 0; i < 7; i++) {
                                    Parcel parcel = new Parcel();
                                    s.persist(parcel);
                                    drawn.add(parcel.id);
                                }
                            })));
                }
            }
            List<Long> all = ids.values().stream().flatMap(List::stream).toList();
            assertThat(all).hasSize(2 * 3 * 8 * 7).doesNotHaveDuplicates().allMatch(id -> id >= Entities.STRIDE);
            ids.forEach((shard, drawn) -> assertThat(
                            drawn.stream().map(id -> id % Entities.STRIDE).distinct())
                    .as(shard)
                    .hasSize(1));
        }
    }

    @Test
    void anIndexStaysWhenShardsAreAddedOrSortedOtherwise() {
        try (ShardDatabases databases = ShardDatabases.h2("b", "d")) {
            Map<String, String> byB = Map.of("virgo.ids.shard", "b");
            long first;
            long second;
            try (SessionFactory factory = open(databases, byB)) {
                first = indexOf(factory, "b");
                second = indexOf(factory, "d");
            }
            try (ShardDatabases more = ShardDatabases.h2("a", "e")) {
                Map<String, Object> grown = new HashMap<>(byB);
                for (String shard : more.names()) {
                    grown.put("virgo.shard." + shard + ".hibernate.connection.url", more.url(shard));
                }
                grown.put("virgo.shards", "e,d,a,b");
                try (SessionFactory factory = open(databases, grown)) {
                    assertThat(List.of(
                                    indexOf(factory, "b"),
                                    indexOf(factory, "d"),
                                    indexOf(factory, "a"),
                                    indexOf(factory, "e")))
                            .startsWith(first, second)
                            .containsExactlyInAnyOrder(0L, 1L, 2L, 3L);
                }
            }
        }
    }

    @Test
    void moreShardsThanTheStrideAreRefused() {
        try (ShardDatabases databases = ShardDatabases.h2("a", "b", "c", "d", "e")) {
            assertThatThrownBy(() -> open(databases, Map.of()))
                    .rootCause()
                    .hasMessageContaining("the stride of 'Parcel' is 4, less than the 5 shards");
        }
    }

    @Test
    void aShardThatIsAddedAboveTheStrideIsRefused() {
        try (ShardDatabases databases = ShardDatabases.h2("a", "b", "c", "d");
                ShardDatabases fifth = ShardDatabases.h2("e");
                SessionFactory factory = open(databases, Map.of())) {
            Shards.of(factory).add("e", Map.of("hibernate.connection.url", fifth.url("e")));
            for (String shard : List.of("a", "b", "c", "d")) {
                indexOf(factory, shard);
            }
            assertThatThrownBy(() -> indexOf(factory, "e"))
                    .isInstanceOf(IdentifierGenerationException.class)
                    .hasMessageContaining("shard 'e' would get index 4")
                    .hasMessageContaining("stride 4")
                    .hasMessageContaining("virgo.ids.index.e");
            assertThat(indexOf(factory, "d")).isEqualTo(3);
        }
    }

    @Test
    void anotherStrideIsRefused() {
        try (ShardDatabases databases = ShardDatabases.h2("a", "b")) {
            try (SessionFactory factory = open(databases, Map.of())) {
                indexOf(factory, "b");
            }
            try (SessionFactory factory = open(databases, Map.of(), OtherParcel.class)) {
                assertThatThrownBy(() -> Draw.ids(factory, "b", OtherParcel.class, 1))
                        .isInstanceOf(IdentifierGenerationException.class)
                        .hasMessageContaining("shard 'b'")
                        .hasMessageContaining("its stride is 4, but the mapping says 8");
            }
        }
    }

    @Test
    void aCopyOfAnotherShardIsRefused() {
        try (ShardDatabases databases = ShardDatabases.h2("a", "b");
                SessionFactory factory = open(databases, Map.of())) {
            indexOf(factory, "a");
            databases
                    .probe("b")
                    .update("insert into virgo_stride (name, shard, shard_index, stride, next_value)"
                            + " values ('Parcel', 'a', 0, 4, 1)");
            assertThatThrownBy(() -> indexOf(factory, "b"))
                    .isInstanceOf(IdentifierGenerationException.class)
                    .hasMessageContaining("shard 'b' says of 'Parcel' that it is shard 'a': a copy");
            databases.probe("b").update("update virgo_stride set shard = 'b'");
            assertThatThrownBy(() -> indexOf(factory, "b"))
                    .isInstanceOf(IdentifierGenerationException.class)
                    .hasMessageContaining("the shards 'a' and 'b' both have index 0");
            databases.probe("b").update("update virgo_stride set shard_index = 1");
            assertThat(indexOf(factory, "b")).isEqualTo(1);
        }
    }

    @Test
    void configuredIndexesNeedNoOtherShardAndAreKept() {
        try (ShardDatabases databases = ShardDatabases.h2("a", "b")) {
            Map<String, Object> indexes = Map.of("virgo.ids.index.a", 3, "virgo.ids.index.b", "1");
            try (SessionFactory factory = open(databases, indexes)) {
                assertThat(indexOf(factory, "a")).isEqualTo(3);
                assertThat(indexOf(factory, "b")).isEqualTo(1);
            }
            try (SessionFactory factory = open(databases, Map.of("virgo.ids.index.a", 2))) {
                assertThatThrownBy(() -> indexOf(factory, "a"))
                        .isInstanceOf(IdentifierGenerationException.class)
                        .hasMessageContaining("its index is 3, but virgo.ids.index.a says 2");
                assertThat(indexOf(factory, "b")).isEqualTo(1);
            }
            assertThatThrownBy(() -> open(databases, Map.of("virgo.ids.index.a", 2, "virgo.ids.index.b", 2)))
                    .hasMessageContaining("their ids would be the same");
        }
    }

    @Test
    void withoutAShardThatGivesIndexesTheRemedyIsTold() {
        try (ShardDatabases databases = ShardDatabases.h2("b", "c");
                SessionFactory factory = Units.open(databases, Map.of(), Parcel.class)) {
            assertThatThrownBy(() -> indexOf(factory, "c"))
                    .isInstanceOf(IdentifierGenerationException.class)
                    .hasMessageContaining("shard 'c' has no index for 'Parcel' yet")
                    .hasMessageContaining("virgo.ids.shard")
                    .hasMessageContaining("virgo.ids.index.c");
        }
    }

    @Test
    void nodesWithBlocksOfDifferentSizeDoNotMeet() {
        try (ShardDatabases databases = ShardDatabases.h2("a", "b");
                SessionFactory small = open(databases, Map.of());
                SessionFactory other = Units.open(databases, BY_A, Entities.SmallParcel.class)) {
            List<Long> ids = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                ids.addAll(Draw.ids(small, "b", Parcel.class, 3));
                ids.addAll(Draw.ids(other, "b", Entities.SmallParcel.class, 5));
            }
            assertThat(ids)
                    .doesNotHaveDuplicates()
                    .allMatch(id -> id % Entities.STRIDE == ids.get(0) % Entities.STRIDE);
        }
    }

    @Test
    void aSessionWithoutAShardIsRefused() {
        try (ShardDatabases databases = ShardDatabases.h2("a", "b");
                SessionFactoryImplementor factory = open(databases, Map.of());
                SharedSessionContractImplementor session =
                        factory.openSession().unwrap(SharedSessionContractImplementor.class)) {
            assertThatThrownBy(() -> Draw.id(session, Parcel.class)).isInstanceOf(NoCurrentShardException.class);
        }
    }

    @Test
    void aDatabaseThatGetsTheNameOfARemovedShardCountsForItself() {
        try (ShardDatabases databases = ShardDatabases.h2("a", "b", "fresh")) {
            LeakCheck leaks = LeakCheck.begin(databases);
            try (SessionFactory factory = open(databases, Map.of())) {
                Shards shards = Shards.of(factory);
                shards.remove("fresh", Duration.ZERO);
                List<Long> ids = new ArrayList<>(Draw.ids(factory, "b", Parcel.class, 3));
                shards.remove("b", Duration.ZERO);
                databases.probe("fresh").execute("delete from virgo_stride");
                shards.add("b", Map.of("hibernate.connection.url", databases.url("fresh")));
                ids.addAll(Draw.ids(factory, "b", Parcel.class, 3));
                assertThat(ids).doesNotHaveDuplicates();
                assertThat(databases.probe("fresh").count("virgo_stride")).isEqualTo(1);
            }
            leaks.assertNothingLeft();
        }
    }
}
