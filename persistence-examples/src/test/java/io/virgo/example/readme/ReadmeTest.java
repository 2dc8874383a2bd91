package io.virgo.example.readme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.virgo.core.VirgoException;
import io.virgo.core.settings.VirgoSettings;
import io.virgo.example.smallest.Customer;
import io.virgo.jpa.ShardManager;
import io.virgo.jpa.ShardedEntityManager;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Persistence;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ReadmeTest {

    private static final String README = Documents.read("README.md");

    private static Set<String> found(String regex, String text) {
        return Pattern.compile(regex, Pattern.MULTILINE)
                .matcher(text)
                .results()
                .map((MatchResult match) -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @ParameterizedTest
    @MethodSource("io.virgo.example.readme.Documents#snippets")
    void codeIsQuotedFromTheCompiledExamples(Documents.Snippet snippet) {
        assertThat(snippet.text()).isEqualTo(Documents.quoted(snippet.source()));
    }

    @ParameterizedTest
    @MethodSource("io.virgo.example.readme.Documents#all")
    void linksLeadToFiles(Path document) {
        assertThat(Documents.links(document))
                .allSatisfy(link -> assertThat(link).exists());
    }

    @Test
    void theVersionIsThatOfThePom() {
        String pom = Documents.read("pom.xml");
        String version = found("<artifactId>virgo-parent</artifactId>\\s+<version>([^<]+)</version>", pom)
                .iterator()
                .next();
        assertThat(found("<version>([^<]+)</version>", README)).containsExactly(version);
        assertThat(found("io\\.virgo:virgo-jpa:([^']+)'", README)).containsExactly(version);
    }

    @Test
    void theTestedHibernateLinesAreThoseOfTheBuild() {
        String hibernate = found("<hibernate.version>([^<]+)<", Documents.read("pom.xml"))
                .iterator()
                .next();
        String others = found("MATRIX=\\(([^)]+)\\)", Documents.read(".ci/run"))
                .iterator()
                .next();
        assertThat(README)
                .contains("| Hibernate ORM | " + hibernate + " and " + others + "; no other line is tested |");
    }

    @Test
    void theSettingsTableHoldsExactlyTheSettings() throws IllegalAccessException {
        Set<String> constants = new TreeSet<>();
        for (Field field : VirgoSettings.class.getFields()) {
            String value = (String) field.get(null);
            constants.add(value.equals(VirgoSettings.DEFAULT) ? VirgoSettings.SHARD_PREFIX + value + "." : value);
        }
        // What stands for a name or a key is not part of a prefix.
        assertThat(found("^\\| `(virgo\\.[^`<]+)[^`]*` \\|", README)).isEqualTo(constants);
    }

    @Test
    void theExceptionsExist() {
        Set<String> named = found("\\| `(\\w+Exception)`", README);
        assertThat(named)
                .hasSizeGreaterThan(5)
                .allSatisfy(name ->
                        assertThat(Class.forName("io.virgo.core." + name)).isAssignableTo(VirgoException.class));
    }

    @Test
    void theTextsOfTheTrapAreTheRealOnes() {
        try (EntityManagerFactory factory = Persistence.createEntityManagerFactory("shop");
                EntityManager em = factory.createEntityManager()) {
            Throwable withoutShard = catchThrowable(() -> em.find(Customer.class, 1L));
            assertThat(README).contains("> " + withoutShard.getMessage() + "\n");

            ShardedEntityManager sharded = ShardManager.extend(em);
            sharded.getTransaction().begin();
            sharded.getShards().forEach(shard -> {
                sharded.setCurrentShard(shard);
                sharded.persist(new Customer(1L, "x"));
            });
            Throwable twoShards = catchThrowable(() -> sharded.getTransaction().commit());
            assertThat(README).contains("> " + twoShards.getCause().getMessage() + "\n");
        }
    }

    @Test
    void aTagThatIsNotThereIsNoticed() {
        assertThatThrownBy(() -> Documents.quoted("README.md#nothing")).hasMessage("README.md#nothing has no such tag");
    }
}
