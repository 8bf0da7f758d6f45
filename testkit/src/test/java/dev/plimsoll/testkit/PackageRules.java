package dev.plimsoll.testkit;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.lang.ArchRule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;

/** Rules for the dependencies of the packages of {@code core}, below any root package. */
@NullMarked
record PackageRules(String root) {

    private static final String STYLES = "shape.style";

    /** Package that guards the tools of agents. It uses the entry point like a separate module. */
    private static final String AGENT = "agent";

    /** Packages for which the package {@code violation} has sample violations. */
    private static final List<String> SAMPLE_PACKAGES = List.of("json", "measure", "cursor");

    /**
     * Packages, and the packages on which each may depend; {@code query} stands for itself and the packages below it.
     */
    private static final Map<String, List<String>> ALLOWED = new LinkedHashMap<>();

    static {
        allow("json");
        allow("json.compare", "json");
        allow("json.frame", "json");
        allow("app", "json");
        allow("document");
        allow("model", "app", "json");
        allow("texttype", "json");
        allowFormats();
        allow("section", "json", "json.frame", "model", "texttype");
        allow("tokens", "json");
        allow("measure", "json", "json.compare", "model", "tokens");
        allow("policy.setting", "json");
        allow("policy.option");
        allow("changes", "json");
        allow("stored", "json", "model", "policy.setting");
        allow("policy", "json", "measure", "model", "policy.option", "policy.setting", "stored", "tokens");
        allow("view", "json", "model", "policy");
        allow("sql", "json", "model");
        allow("search", "json", "json.compare", "json.frame", "model", "view");
        allow("search.rank", "json", "json.frame", "model", "search");
        allow("query", "format", "format.table", "json", "json.frame", "model");
        allow("schema", "app", "json", "model", "policy", "policy.option");
        allow("catalog", "json", "model", "schema");
        allow("telemetry", "json", "json.frame");
        allow("store", "json");
        allow("cursor", "json", "store");
        allow("cache", "policy.setting", "store");
        allow("rate");
        allow("session", "policy");
        allow("settings", "cursor", "policy", "policy.setting", "shape.style");
        allowShape();
        allow("source");
        allow("source.jdbc", "source");
        allow("source.live", "json", "json.compare", "model", "shape", "source", "store", "view");
        allowEngine();
    }

    private static void allowFormats() {
        allow("format.data", "json");
        List<String> formats = List.of(
                "format.json",
                "format.line",
                "format.patch",
                "format.python",
                "format.row",
                "format.table",
                "format.toon",
                "format.yaml");
        formats.forEach(format -> allow(format, "format.data", "json", "texttype"));
        allow("format", formats, "format.data", "json", "model", "section", "texttype");
    }

    private static void allowEngine() {
        allow(
                "call",
                "cache",
                "cursor",
                "json",
                "json.frame",
                "model",
                "policy",
                "session",
                "source",
                "telemetry",
                "view");
        allow(
                "engine.result",
                "app",
                "call",
                "document",
                "json",
                "json.frame",
                "measure",
                "model",
                "policy",
                "policy.option",
                "policy.setting",
                "shape.result",
                "tokens");
        List<String> common =
                List.of("call", "cursor", "json", "measure", "model", "policy", "sql", "store", "telemetry", "view");
        allow(
                "engine.snapshot",
                common,
                "engine.result",
                "shape",
                "shape.draft",
                "shape.item",
                "shape.style",
                "shape.upstream",
                "source.live",
                "tokens");
        allow(
                "engine.record",
                common,
                "app",
                "engine.result",
                "engine.snapshot",
                "json.frame",
                "policy.option",
                "session",
                "shape.draft",
                "shape.result",
                "shape.style",
                "stored",
                "tokens");
        allow(
                "engine",
                common,
                "app",
                "cache",
                "changes",
                "document",
                "engine.record",
                "engine.result",
                "engine.snapshot",
                "json.compare",
                "json.frame",
                "policy.option",
                "schema",
                "section",
                "session",
                "shape",
                "shape.draft",
                "shape.item",
                "shape.literal",
                "shape.result",
                "shape.style",
                "source",
                "source.live",
                "tokens");
    }

    private static void allowShape() {
        List<String> common = List.of(
                "json",
                "json.frame",
                "model",
                "policy",
                "policy.option",
                "view",
                "telemetry",
                "format",
                "format.data",
                "texttype",
                "stored",
                "section");
        allow("shape.draft", "json", "policy", "tokens", "view");
        allow("shape.fold", common, "tokens", "shape.draft");
        allow("shape", common, "sql", "tokens", "shape.draft", "shape.fold");
        allow("shape.notice", common, "shape.draft", "shape.fold", "shape");
        allow(
                "shape.item",
                common,
                "tokens",
                "query",
                "search",
                "search.rank",
                "shape.draft",
                "shape.fold",
                "shape",
                "shape.notice");
        allow(
                "shape.item.find",
                common,
                "search",
                "search.rank",
                "shape.draft",
                "shape.fold",
                "shape",
                "shape.notice",
                "shape.item");
        allow("shape.upstream", common, "shape", "shape.item");
        allow("shape.outline.text", "json", "json.frame", "shape.draft", "texttype", "tokens");
        allow("shape.outline.contents", common, "tokens", "shape.draft", "shape");
        allow("shape.outline.statistics", common, "tokens", "shape.draft", "shape", "shape.item", "shape.outline.text");
        allow(
                "shape.outline",
                common,
                "query",
                "sql",
                "tokens",
                "shape.draft",
                "shape",
                "shape.notice",
                "shape.item",
                "shape.outline.contents",
                "shape.outline.statistics",
                "shape.outline.text");
        allow(
                "shape.page",
                common,
                "tokens",
                "shape.draft",
                "shape.fold",
                "shape",
                "shape.notice",
                "shape.item",
                "shape.outline");
        allow(
                "shape.text",
                common,
                "tokens",
                "search",
                "shape.draft",
                "shape",
                "shape.notice",
                "shape.item",
                "shape.outline",
                "shape.item.find",
                "shape.page");
        allow("shape.summary", common, "shape.draft", "shape.fold", "shape", "shape.notice", "shape.page");
        allow(
                "shape.literal",
                common,
                "tokens",
                "shape.draft",
                "shape.fold",
                "shape",
                "shape.notice",
                "shape.item",
                "shape.outline",
                "shape.outline.statistics",
                "shape.page");
        // a style counts no tokens
        allow(
                "shape.style.form",
                common,
                "shape.draft",
                "shape.fold",
                "shape",
                "shape.notice",
                "shape.item",
                "shape.page",
                "shape.literal");
        allow(
                "shape.style",
                common,
                "measure",
                "shape.draft",
                "shape.fold",
                "shape",
                "shape.notice",
                "shape.item",
                "shape.page",
                "shape.text",
                "shape.summary",
                "shape.item.find",
                "shape.literal",
                "shape.style.form");
        allow(
                "shape.result",
                common,
                "tokens",
                "measure",
                "query",
                "search",
                "sql",
                "shape.draft",
                "shape",
                "shape.notice",
                "shape.item",
                "shape.item.find",
                "shape.outline",
                "shape.page",
                "shape.text",
                "shape.summary",
                "shape.literal",
                "shape.style");
    }

    private static void allow(String name, String... others) {
        ALLOWED.put(name, List.of(others));
    }

    private static void allow(String name, List<String> common, String... others) {
        ALLOWED.put(name, Stream.concat(common.stream(), Stream.of(others)).toList());
    }

    /** Returns all rules. */
    List<ArchRule> all() {
        Stream<ArchRule> rulesWithoutSamples = Stream.concat(
                ALLOWED.keySet().stream()
                        .filter(name -> !SAMPLE_PACKAGES.contains(name))
                        .map(this::dependsOnlyOnAllowed),
                Stream.of(listsEveryPackage(), onlySearchAndQueryUseRe2()));
        return Stream.concat(rulesWithoutSamples, sampleRules().stream())
                .map(rule -> rule.allowEmptyShould(true))
                .toList();
    }

    /** Returns one rule of each kind. The sample classes violate all of them. */
    List<ArchRule> sampleRules() {
        return Stream.concat(
                        SAMPLE_PACKAGES.stream().map(this::dependsOnlyOnAllowed),
                        Stream.of(
                                noPackageUsesTheEntryPoint(),
                                noCycles(),
                                noEffects(),
                                noMutableStatics(),
                                onlyTokensUsesTheTokenizer(),
                                onlyStylesUseStyleClasses(),
                                onlyStylesUseStyleIds(),
                                stylesCountNoTokens()))
                .toList();
    }

    private ArchRule dependsOnlyOnAllowed(String name) {
        List<String> others = ALLOWED.getOrDefault(name, List.of());
        String[] packages = Stream.concat(Stream.of(name), others.stream())
                .map(this::packagePattern)
                .toArray(String[]::new);
        return noClasses()
                .that()
                .resideInAPackage(packagePattern(name))
                .should()
                .dependOnClassesThat(resideInAPackage(root + "..").and(resideOutsideOfPackages(packages)))
                .because(name + " may depend only on " + (others.isEmpty() ? "itself" : String.join(", ", others)));
    }

    /** Returns a rule that fails for a new package, so that someone decides what it may depend on. */
    private ArchRule listsEveryPackage() {
        String[] known = Stream.concat(
                        Stream.of(root, packagePattern(AGENT)),
                        ALLOWED.keySet().stream().map(this::packagePattern))
                .toArray(String[]::new);
        return classes()
                .that()
                .resideInAPackage(root + "..")
                .should()
                .resideInAnyPackage(known)
                .because("each package has a list of the packages on which it may depend");
    }

    private ArchRule noPackageUsesTheEntryPoint() {
        return noClasses()
                .that()
                .resideInAPackage(root + ".*..")
                .and()
                .resideOutsideOfPackage(packagePattern(AGENT))
                .should()
                .dependOnClassesThat(resideInAPackage(root))
                .because("the root package connects the packages; none of them uses it");
    }

    private ArchRule noCycles() {
        return slices().matching(root + ".(**)")
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

    private ArchRule onlyTokensUsesTheTokenizer() {
        return noClasses()
                .that(resideInAPackage(root + ".."))
                .and()
                .resideOutsideOfPackage(packagePattern("tokens"))
                .should()
                .dependOnClassesThat(resideInAPackage("com.knuddels.."))
                .because("only tokens uses the tokenizer library");
    }

    private ArchRule onlySearchAndQueryUseRe2() {
        return noClasses()
                .that(resideInAPackage(root + ".."))
                .and()
                .resideOutsideOfPackages(packagePattern("search"), packagePattern("query"))
                .should()
                .dependOnClassesThat(resideInAPackage("com.google.re2j.."))
                .because("only search and query run expressions of callers, in linear time and within limits");
    }

    private ArchRule onlyStylesUseStyleClasses() {
        return noClasses()
                .that(resideInAPackage(root + ".."))
                .and()
                .resideOutsideOfPackage(packagePattern(STYLES))
                .should()
                .dependOnClassesThat(
                        assignableTo(root + "." + STYLES + ".Style").and(not(name(root + "." + STYLES + ".Style"))))
                .because("other code uses the interface Style, and the registry of styles finds the implementation");
    }

    private ArchRule onlyStylesUseStyleIds() {
        return noClasses()
                .that(resideInAPackage(root + ".."))
                .and()
                .resideOutsideOfPackages(packagePattern(STYLES), packagePattern("policy"))
                .should()
                .dependOnClassesThat(name(root + ".policy.StyleId"))
                .because("other code does not depend on which style is active");
    }

    private ArchRule stylesCountNoTokens() {
        return noClasses()
                .that()
                .resideInAPackage(packagePattern(STYLES) + "..")
                .should()
                .callMethodWhere(target(nameMatching("tokens|count|exceeds"))
                        .and(target(owner(resideInAnyPackage(
                                packagePattern("shape"), packagePattern("shape.draft"), packagePattern("tokens"))))))
                .because("a style has a fixed budget, and asks whether a draft is within it");
    }

    /** Returns the pattern that matches a package. Only for {@code query}, it also matches the packages below. */
    private String packagePattern(String name) {
        return root + "." + name + (name.equals("query") ? ".." : "");
    }
}
