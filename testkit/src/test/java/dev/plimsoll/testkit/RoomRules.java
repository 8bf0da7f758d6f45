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
record RoomRules(String root) {

    private static final List<String> ROOMS = List.of(
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
                leansOn("texttype", "json"),
                leansOn("app", "json"),
                leansOn("model", "app", "json"),
                leansOn("format", "json", "texttype", "model"),
                leansOn("policy", "json", "model", "measure"),
                leansOn("view", "json", "model", "measure", "policy"),
                leansOn("search", "json", "model"),
                leansOn(
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
                leansOn("schema", "app", "json", "model", "policy"),
                leansOn("catalog", "json", "model", "schema"),
                leansOn("query", "json", "model"),
                leansOn("store", "json"),
                leansOn("cache", "policy", "store"),
                leansOn("source"),
                leansOn("live", "json", "model", "view", "shape", "source", "store"),
                leansOn("session", "policy"),
                leansOn("rate"),
                leansOn("telemetry", "json"),
                regularExpressionsAreOfRe2());
        return Stream.concat(upper, proven().stream())
                .map(rule -> rule.allowEmptyShould(true))
                .toList();
    }

    /** Returns one rule of each kind, which the sample violations must break. */
    List<ArchRule> proven() {
        return List.of(
                leansOn("json"),
                leansOn("measure", "json", "model"),
                leansOn("cursor", "store"),
                nobodyImportsTheEntryPoint(),
                noCycles(),
                noEffects(),
                noMutableStatics(),
                exactCountingStaysInMeasure());
    }

    private ArchRule leansOn(String name, String... others) {
        String[] allowed = Stream.concat(Stream.of(name), Stream.of(others)).toArray(String[]::new);
        return noClasses()
                .that()
                .resideInAPackage(room(name))
                .should()
                .dependOnClassesThat(resideInAnyPackage(roomsBut(allowed)))
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
        return slices().matching(root + ".(*)..").should().beFreeOfCycles().because("imports between packages have one direction");
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
                .resideOutsideOfPackage(room("measure"))
                .should()
                .dependOnClassesThat(resideInAPackage("com.knuddels.."))
                .because("only measure uses the tokenizer library");
    }

    private ArchRule regularExpressionsAreOfRe2() {
        return noClasses()
                .that(resideInAPackage(root + ".."))
                .and()
                .resideOutsideOfPackages(room("search"), room("query"))
                .should()
                .dependOnClassesThat(resideInAPackage("com.google.re2j.."))
                .because("only search and query run expressions of callers, in linear time and within limits");
    }

    private String room(String name) {
        return root + "." + name + "..";
    }

    private String[] roomsBut(String... allowed) {
        return Stream.concat(
                        Stream.of(root),
                        ROOMS.stream()
                                .filter(name -> !List.of(allowed).contains(name))
                                .map(this::room))
                .toArray(String[]::new);
    }
}
