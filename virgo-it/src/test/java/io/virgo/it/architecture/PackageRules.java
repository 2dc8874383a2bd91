package io.virgo.it.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.List;

/** The rules themselves, apart from what they are run on, so that planted violations meet the very same rules. */
final class PackageRules {
    private PackageRules() {}

    /** One slice a package: with fewer slices the rule could not see a cycle inside a slice. */
    static ArchRule noCycles(String root) {
        return SlicesRuleDefinition.slices()
                .assignedFrom(new OneSlicePerPackage(root))
                .should()
                .beFreeOfCycles()
                .allowEmptyShould(true);
    }

    static ArchRule layers(String root, List<List<String>> layers) {
        return classes()
                .that()
                .resideInAPackage(root + "..")
                .should(new LayerOrder(root, layers))
                .allowEmptyShould(true);
    }

    static ArchRule noUseOf(String... packages) {
        return noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(packages)
                .allowEmptyShould(true);
    }

    static ArchRule noUseOf(Class<?> type) {
        return noClasses().should().dependOnClassesThat().areAssignableTo(type).allowEmptyShould(true);
    }

    private record OneSlicePerPackage(String root) implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            String name = type.getPackageName();
            return name.equals(root) || name.startsWith(root + ".")
                    ? SliceIdentifier.of(name)
                    : SliceIdentifier.ignore();
        }

        @Override
        public String getDescription() {
            return "packages of " + root;
        }
    }
}
