package dev.plimsoll.testkit;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;

/** Rules for the dependencies of the packages of {@code core}, below any root package. */
@NullMarked
record PackageRules(String root) {

    private static final List<String> PACKAGES = List.of(
            "json",
            "app",
            "texttype",
            "model",
            "format",
            "measure",
            "policy",
            "view",
            "search",
            "shape",
            "schema",
            "catalog",
            "query",
            "cursor",
            "store",
            "cache",
            "source",
            "live",
            "session",
            "rate",
            "telemetry");

    /** Returns all rules. Packages that do not exist break no rule. */
    List<ArchRule> all() {
        Stream<ArchRule> upper = Stream.of(
                dependsOnlyOn("texttype", "json"),
                dependsOnlyOn("app", "json"),
                dependsOnlyOn("model", "app", "json"),
                dependsOnlyOn("format", "json", "texttype", "model"),
                dependsOnlyOn("policy", "json", "model", "measure"),
                dependsOnlyOn("view", "json", "model", "measure", "policy"),
                dependsOnlyOn("search", "json", "model"),
                dependsOnlyOn(
                        "shape",
                        "json",
                        "texttype",
                        "format",
                        "model",
                        "measure",
                        "policy",
                        "view",
                        "search",
                        "query",
                        "telemetry"),
                dependsOnlyOn("schema", "app", "json", "model", "policy"),
                dependsOnlyOn("catalog", "json", "model", "schema"),
                dependsOnlyOn("query", "json", "model"),
                dependsOnlyOn("store", "json"),
                dependsOnlyOn("cache", "policy", "store"),
                dependsOnlyOn("source"),
                dependsOnlyOn("live", "json", "model", "view", "shape", "source", "store"),
                dependsOnlyOn("session", "policy"),
                dependsOnlyOn("rate"),
                dependsOnlyOn("telemetry", "json"),
                regularExpressionsAreOfRe2());
        return Stream.concat(upper, sampleRules().stream())
                .map(rule -> rule.allowEmptyShould(true))
                .toList();
    }

    /** Returns one rule of each kind, which the sample violations must break. */
    List<ArchRule> sampleRules() {
        return List.of(
                dependsOnlyOn("json"),
                dependsOnlyOn("measure", "json", "model"),
                dependsOnlyOn("cursor", "store"),
                nobodyImportsTheEntryPoint(),
                noCycles(),
                noEffects(),
                noMutableStatics(),
                exactCountingStaysInMeasure());
    }

    private ArchRule dependsOnlyOn(String name, String... others) {
        String[] allowed = Stream.concat(Stream.of(name), Stream.of(others)).toArray(String[]::new);
        return noClasses()
                .that()
                .resideInAPackage(packagePattern(name))
                .should()
                .dependOnClassesThat(resideInAnyPackage(otherPackages(allowed)))
                .because(name + " may depend only on " + (others.length == 0 ? "itself" : String.join(", ", others)));
    }

    private ArchRule nobodyImportsTheEntryPoint() {
        return noClasses()
                .that()
                .resideInAPackage(root + ".*..")
                .should()
                .dependOnClassesThat(resideInAPackage(root))
                .because("the root package connects the packages; none of them uses it");
    }

    private ArchRule noCycles() {
        return slices().matching(root + ".(*)..")
                .should()
                .beFreeOfCycles()
                .because("imports between packages have one direction");
    }

    private ArchRule noEffects() {
        return noClasses()
                .that()
                .resideInAPackage(root + "..")
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                                "java.util.logging..",
                                "java.net..",
                                "java.nio.file..",
                                "java.nio.channels..",
                                "java.lang.reflect..")
                        .or(nameMatching("java\\.io\\.(File|FileInputStream|FileOutputStream|FileReader"
                                + "|FileWriter|RandomAccessFile)"))
                        .or(nameMatching("java\\.lang\\.(Thread|ThreadLocal|Process|ProcessBuilder|Runtime)"))
                        .or(nameMatching("java\\.util\\.concurrent\\.(Executor.*|ForkJoin.*|CompletableFuture)")))
                .because("core has no side effects: its callers provide threads, files, clocks, and logs");
    }

    private ArchRule noMutableStatics() {
        return fields().that()
                .areStatic()
                .and()
                .areDeclaredInClassesThat(resideInAPackage(root + ".."))
                .should()
                .beFinal()
                .because("two engines in one process must not share state");
    }

    private ArchRule exactCountingStaysInMeasure() {
        return noClasses()
                .that(resideInAPackage(root + ".."))
                .and()
                .resideOutsideOfPackage(packagePattern("measure"))
                .should()
                .dependOnClassesThat(resideInAPackage("com.knuddels.."))
                .because("only measure uses the tokenizer library");
    }

    private ArchRule regularExpressionsAreOfRe2() {
        return noClasses()
                .that(resideInAPackage(root + ".."))
                .and()
                .resideOutsideOfPackages(packagePattern("search"), packagePattern("query"))
                .should()
                .dependOnClassesThat(resideInAPackage("com.google.re2j.."))
                .because("only search and query run expressions of callers, in linear time and within limits");
    }

    private String packagePattern(String name) {
        return root + "." + name + "..";
    }

    private String[] otherPackages(String... allowed) {
        return Stream.concat(
                        Stream.of(root),
                        PACKAGES.stream()
                                .filter(name -> !List.of(allowed).contains(name))
                                .map(this::packagePattern))
                .toArray(String[]::new);
    }
}
