package io.virgo.it.rules;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.virgo.core.id.InterleavedId;
import io.virgo.it.kit.VirgoCheck;
import io.virgo.jpa.ReferenceData;
import io.virgo.jpa.ShardKey;
import io.virgo.jpa.Sharded;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.NamedQuery;
import jakarta.persistence.OneToMany;
import jakarta.persistence.QueryHint;
import jakarta.persistence.Table;
import jakarta.persistence.UniqueConstraint;
import jakarta.persistence.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.hibernate.annotations.NaturalId;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;

/** Each check of the mapping finds what it is for, is silent otherwise, and obeys its setting. */
@ExtendWith(VirgoCheck.class)
class LintTest {

    @MappedSuperclass
    abstract static class Numbered {
        @Id
        long id;
    }

    @Entity(name = "Clean")
    @Sharded(router = "hashed")
    @Table(name = "Clean", uniqueConstraints = @UniqueConstraint(columnNames = {"region", "email"}))
    @NamedQuery(name = "clean", query = "from Clean")
    static class Clean {
        @Id
        @GeneratedValue
        @Nullable
        UUID id;

        @ShardKey
        @Column(nullable = false, updatable = false)
        int region;

        @Nullable
        String email;

        @ManyToOne
        @Nullable
        CleanCopy copy;

        @OneToMany(mappedBy = "root")
        List<CleanPart> parts = new ArrayList<>();
    }

    @Entity(name = "CleanPart")
    @Sharded(parent = "root")
    @Table(name = "CleanPart", uniqueConstraints = @UniqueConstraint(columnNames = {"root_id", "nr"}))
    static class CleanPart extends Numbered {
        @ManyToOne
        @Nullable
        Clean root;

        int nr;
    }

    @Entity(name = "CleanCopy")
    @ReferenceData
    static class CleanCopy extends Numbered {
        @Version
        int version;

        @Column(unique = true)
        @Nullable
        String code;
    }

    @Entity(name = "IdentityKey")
    @Sharded(router = "keys")
    static class IdentityKey {
        @Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        long id;
    }

    @Entity(name = "IdentityOther")
    @Sharded(router = "keys")
    static class IdentityOther {
        @Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        long id;

        @ShardKey
        @Column(nullable = false, updatable = false)
        int region;
    }

    @Entity(name = "InterleavedKey")
    @Sharded(router = "keys")
    static class InterleavedKey {
        @Id
        @InterleavedId
        long id;
    }

    @Entity(name = "InterleavedOther")
    @Sharded(router = "keys")
    static class InterleavedOther {
        @Id
        @InterleavedId
        long id;

        @ShardKey
        @Column(nullable = false, updatable = false)
        int region;
    }

    @Entity(name = "Leaving")
    @Sharded(router = "keys")
    static class Leaving extends Numbered {
        @ManyToOne
        @Nullable
        Clean clean;

        @OneToMany
        List<Loose> loose = new ArrayList<>();
    }

    @Entity(name = "Loose")
    static class Loose extends Numbered {}

    @Entity(name = "UniqueOnShard")
    @Sharded(router = "keys")
    static class Unique extends Numbered {
        @Column(unique = true)
        @Nullable
        String email;

        @NaturalId
        @Nullable
        String code;
    }

    @Entity(name = "Updatable")
    @Sharded(router = "keys")
    static class Updatable extends Numbered {
        @ShardKey
        @Column(nullable = false)
        int region;
    }

    @Entity(name = "NullKey")
    @Sharded(router = "keys")
    static class NullKey extends Numbered {
        @ShardKey
        @Column(updatable = false)
        @Nullable
        Integer region;
    }

    @Entity(name = "Cached")
    @Sharded(router = "keys")
    @NamedQuery(
            name = "cached",
            query = "select c from Cached c",
            hints = @QueryHint(name = "org.hibernate.cacheable", value = "true"))
    static class Cached extends Numbered {}

    @Entity(name = "Unversioned")
    @ReferenceData
    static class Unversioned extends Numbered {}

    private final Logger virgo = (Logger) LoggerFactory.getLogger("io.virgo.jpa.rule");
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void listen() {
        log.start();
        virgo.addAppender(log);
        virgo.setAdditive(false);
    }

    @AfterEach
    void stop() {
        virgo.detachAppender(log);
        virgo.setAdditive(true);
    }

    private List<String> warnings() {
        List<String> lines = log.list.stream()
                .filter(event -> event.getLevel() == Level.WARN)
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
        log.list.clear();
        return lines;
    }

    /** A warning unless set: logged on one line, an error when set so, and nothing when off. */
    private void warned(String rule, Class<?> wrong, List<Class<?>> others, String... texts) {
        List<Class<?>> all = new ArrayList<>(others);
        all.add(wrong);
        Class<?>[] entities = all.toArray(Class<?>[]::new);
        assertThat(Ruled.problems(Map.of(), entities)).isEmpty();
        List<String> warnings = warnings();
        assertThat(warnings)
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line)
                        .startsWith(wrong.getName() + ": ")
                        .endsWith("[virgo.lint." + rule + "]")
                        .doesNotContain("\n"));
        assertThat(String.join("\n", warnings)).contains(texts);
        assertThat(Ruled.problems(Map.of("virgo.lint." + rule, "error"), entities))
                .hasSameSizeAs(warnings)
                .allSatisfy(problem -> assertThat(problem).startsWith(wrong.getName() + ": "));
        assertThat(warnings()).isEmpty();
        assertThat(Ruled.problems(Map.of("virgo.lint." + rule, "off"), entities))
                .isEmpty();
        assertThat(warnings()).isEmpty();
    }

    /** An error unless set. */
    private void refused(String rule, Class<?> wrong, String... texts) {
        assertThat(Ruled.problems(Map.of(), wrong))
                .singleElement()
                .asString()
                .startsWith(wrong.getName() + ": ")
                .contains(texts)
                .endsWith("[virgo.lint." + rule + "]");
        assertThat(Ruled.problems(Map.of("virgo.lint." + rule, "warning"), wrong))
                .isEmpty();
        assertThat(warnings()).hasSize(1);
        assertThat(Ruled.problems(Map.of("virgo.lint." + rule, "off"), wrong)).isEmpty();
        assertThat(warnings()).isEmpty();
    }

    @Test
    void aSoundMappingIsSilent() {
        assertThat(Ruled.problems(Map.of(), Clean.class, CleanPart.class, CleanCopy.class))
                .isEmpty();
        assertThat(warnings()).isEmpty();
    }

    @Test
    void identityId() {
        refused("identity-id", IdentityKey.class, "its id is the shard key", "use a generator of ids that are unique");
        refused("identity-id", InterleavedKey.class, "its id is the shard key");
        assertThat(Ruled.problems(Map.of(), InterleavedOther.class)).isEmpty();
        assertThat(warnings()).isEmpty();
        warned("identity-id", IdentityOther.class, List.of(), "its ids are made by each shard");
    }

    @Test
    void associationLeavesAggregate() {
        warned(
                "association-leaves-aggregate",
                Leaving.class,
                List.of(Clean.class, CleanPart.class, CleanCopy.class, Loose.class),
                "its association 'clean' leads to " + Clean.class.getName(),
                "its association 'loose' leads to " + Loose.class.getName(),
                "keep its id instead");
    }

    @Test
    void uniqueWithoutKey() {
        warned(
                "unique-without-key",
                Unique.class,
                List.of(),
                "its columns [email] are unique on each shard only",
                "its columns [code] are unique on each shard only",
                "add the shard key to them");
    }

    @Test
    void shardKeyUpdatable() {
        warned(
                "shard-key-updatable",
                Updatable.class,
                List.of(),
                "its shard key 'region' may be changed by an update",
                "@Column(updatable = false)");
    }

    @Test
    void shardKeyNullable() {
        refused("shard-key-nullable", NullKey.class, "its shard key 'region' may be null", "@Column(nullable = false)");
    }

    @Test
    void cacheableQuery() {
        warned("cacheable-query", Cached.class, List.of(), "its named query 'cached' is cacheable", "drop the hint");
    }

    @Test
    void referenceWithoutVersion() {
        warned(
                "reference-without-version",
                Unversioned.class,
                List.of(),
                "it is @ReferenceData without @Version",
                "add a @Version attribute");
    }

    @Test
    void settingsThatDoNotExistAreRefusedWithTheNearest() {
        assertThat(Ruled.problems(
                        Map.of("virgo.lint.identity-ids", "off", "virgo.lint.cacheable-query", "loud"), Loose.class))
                .containsExactly(
                        "virgo.lint.cacheable-query: 'loud' is unknown; legal are [error, warning, off]",
                        "virgo.lint.identity-ids: unknown key; the nearest legal one is virgo.lint.identity-id");
    }
}
