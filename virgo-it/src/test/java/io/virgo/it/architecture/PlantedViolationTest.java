package io.virgo.it.architecture;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.EvaluationResult;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A rule that cannot fail proves nothing: each rule here meets classes that break it. */
class PlantedViolationTest {
    private static final String PLANTED = PlantedViolationTest.class.getPackageName() + ".planted";

    private final JavaClasses planted = new ClassFileImporter().importPackages(PLANTED);

    @Test
    void the_cycle_rule_reports_a_cycle_of_two_packages() {
        assertReports(PackageRules.noCycles(PLANTED), "Cycle detected");
    }

    @Test
    void the_cycle_rule_sees_a_cycle_from_further_up() {
        assertReports(PackageRules.noCycles("io.virgo"), "Cycle detected");
    }

    @Test
    void the_layer_rule_reports_the_way_up_and_only_that() {
        ArchRule rule = PackageRules.layers(PLANTED, List.of(List.of(PLANTED + ".a"), List.of(PLANTED + ".b")));
        List<String> report = report(rule);
        assertTrue(report.stream().allMatch(line -> line.contains("planted.a.Alpha")), report::toString);
        assertFalse(report.isEmpty());
    }

    @Test
    void the_layer_rule_reports_a_package_without_a_layer() {
        assertReports(PackageRules.layers(PLANTED, List.of(List.of(PLANTED + ".a"))), "planted.b has no layer");
    }

    @Test
    void the_vendor_rule_reports_a_use() {
        assertReports(PackageRules.noUseOf(PLANTED + ".b.."), "planted.b.Beta");
    }

    private void assertReports(ArchRule rule, String text) {
        List<String> report = report(rule);
        assertTrue(report.stream().anyMatch(line -> line.contains(text)), () -> "Not reported: " + text);
    }

    private List<String> report(ArchRule rule) {
        EvaluationResult result = rule.evaluate(planted);
        return result.getFailureReport().getDetails();
    }
}
