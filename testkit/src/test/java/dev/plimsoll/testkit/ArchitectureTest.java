package dev.plimsoll.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import dev.plimsoll.json.Slice;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

@NullMarked
class ArchitectureTest {

    private static final JavaClasses CORE = new ClassFileImporter()
            .importUrl(Slice.class.getProtectionDomain().getCodeSource().getLocation());
    static final List<ArchRule> RULES = new PackageRules("dev.plimsoll").all();

    /** A package of sample classes that violate the rules. */
    private static final String SAMPLE_ROOT = "dev.plimsoll.testkit.violation";

    private static final JavaClasses SAMPLES = new ClassFileImporter().importPackages(SAMPLE_ROOT);
    static final List<ArchRule> SAMPLE_RULES = new PackageRules(SAMPLE_ROOT).sampleRules();

    /** The maximum number of types in a package of core. More types would be hard to survey. */
    private static final long MAX_TYPES = 22;

    private static final Set<String> LARGE = Set.of(
            // one field for each argument of a follow-up read
            "view.ReadArguments");

    @Test
    void checksExactlyTheClassesOfCore() {
        assertThat(CORE.contain(Slice.class)).isTrue();
        assertThat(CORE.contain(ArchitectureTest.class)).isFalse();
    }

    @ParameterizedTest
    @FieldSource("RULES")
    void coreFollowsTheRule(ArchRule rule) {
        rule.check(CORE);
    }

    @ParameterizedTest
    @FieldSource("SAMPLE_RULES")
    void findsViolations(ArchRule rule) {
        assertThatThrownBy(() -> rule.check(SAMPLES)).isInstanceOf(AssertionError.class);
    }

    @Test
    void packagesOfCoreAreSmall() {
        Map<String, Long> typesByPackage = CORE.stream()
                .filter(type -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));

        assertThat(typesByPackage).hasSizeGreaterThan(50);
        assertThat(typesByPackage)
                .allSatisfy((name, types) -> assertThat(types).as(name).isLessThanOrEqualTo(MAX_TYPES));
    }

    @Test
    void classesAndSignaturesOfCoreAreSmall() {
        assertThat(new SizeLimits("dev.plimsoll", LARGE).violations(Slice.class))
                .isEmpty();
    }

    @Test
    void findsLargeClassesAndSignatures() {
        Set<String> listed = Set.of("shape.Wide.new", "shape.Cut");
        assertThat(new SizeLimits(SAMPLE_ROOT, listed).violations(ArchitectureTest.class))
                .containsExactlyInAnyOrder(
                        "shape.Wide has 13 fields; the limit is 12",
                        "shape.Wide.sum has 7 parameters; the limit is 6",
                        "shape.Cut is listed and exceeds no limit");
        assertThat(new SizeLimits(SAMPLE_ROOT, Set.of()).violations(ArchitectureTest.class))
                .contains("shape.Wide.new has 7 parameters; the limit is 6");
    }
}
