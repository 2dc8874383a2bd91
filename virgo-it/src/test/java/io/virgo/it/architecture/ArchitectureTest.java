package io.virgo.it.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import java.io.ObjectInputStream;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final List<List<String>> LAYERS = List.of(
            List.of("io.virgo.core.settings"),
            List.of("io.virgo.core.routing"),
            List.of("io.virgo.core.pool", "io.virgo.core.id"),
            List.of("io.virgo.core.schema"),
            List.of("io.virgo.core"),
            List.of("io.virgo.jpa.."),
            List.of("io.virgo.bulk.."));

    private static final Pattern EMPTY_WORDS =
            Pattern.compile(".*(Util|Utils|Helper|Impl|Base)|(?!Shard|Unshard).*Manager");

    private static final Set<String> HIDING_WORDS = Set.of("internal", "impl", "util", "spi");

    private static JavaClasses libraries;

    @BeforeAll
    static void read_the_libraries_once() {
        libraries = Libraries.classes();
    }

    @Test
    void packages_form_no_cycle() {
        PackageRules.noCycles("io.virgo").check(libraries);
    }

    @Test
    void layers_point_downwards_only() {
        PackageRules.layers("io.virgo", LAYERS).check(libraries);
    }

    @Test
    void vendor_types_of_optional_integrations_are_not_used() {
        PackageRules.noUseOf("com.mchange..", "com.zaxxer..", "io.agroal..", "org.springframework..", "io.micrometer..")
                .check(libraries);
    }

    @Test
    void java_deserialization_is_not_used() {
        PackageRules.noUseOf(ObjectInputStream.class).check(libraries);
    }

    @Test
    void every_package_is_null_marked() {
        List<String> unmarked = packages().stream()
                .filter(each -> !each.isAnnotatedWith(NullMarked.class))
                .map(JavaPackage::getName)
                .toList();
        assertEquals(List.of(), unmarked, "Packages without @NullMarked in package-info.java");
    }

    @Test
    void packages_are_named_by_feature() {
        List<String> hidden = packages().stream()
                .map(JavaPackage::getName)
                .filter(name -> Stream.of(name.split("\\.")).anyMatch(HIDING_WORDS::contains))
                .toList();
        assertEquals(List.of(), hidden, "Hide by package-private types, not by the name of a package");
    }

    @Test
    void type_names_have_no_empty_words() {
        List<String> empty = libraries.stream()
                .map(JavaClass::getSimpleName)
                .filter(name -> EMPTY_WORDS.matcher(name).matches())
                .sorted()
                .toList();
        assertEquals(List.of(), empty, "Name a type by what it is or by what is special about it");
    }

    @Test
    void the_rules_see_classes() {
        assertFalse(packages().isEmpty(), "No class of the libraries found: the rules above would prove nothing");
    }

    private List<JavaPackage> packages() {
        return libraries.stream().map(JavaClass::getPackage).distinct().toList();
    }
}
