package dev.plimsoll.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.upstream.Upstream;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.Test;

/** Tests that the packages through which messages pass depend on each other in one direction only. */
class PackageOrderTest {

    private static final String ROOT = "dev.plimsoll.gateway.";

    private static final JavaClasses GATEWAY = new ClassFileImporter()
            .importUrl(Message.class.getProtectionDomain().getCodeSource().getLocation());

    /** The packages through which messages pass. Each depends only on packages before it. */
    private static final List<String> ORDER = List.of(
            "terminal",
            "digest",
            "rpc",
            "rpc.line",
            "headers",
            "paging",
            "replica",
            "access",
            "apps",
            "cache",
            "handle",
            "limit",
            "auth",
            "auth.check",
            "upstream",
            "filter",
            "upstream.process",
            "upstream.http.pool",
            "upstream.http",
            "upstream.shared",
            "era.form",
            "era.legacy",
            "era.modern",
            "era",
            "pin",
            "proxy.request",
            "proxy.check",
            "proxy.task",
            "proxy.tool",
            "proxy.method",
            "proxy",
            "endpoint",
            "work",
            "trace",
            "data",
            "login.oauth",
            "login",
            "fields",
            "upstream.server",
            "saved",
            "program.call",
            "program",
            "show",
            "hub.server",
            "hub.session",
            "hub.method",
            "hub",
            "http.exchange",
            "http.check",
            "http.mcp",
            "http.rest",
            "http",
            "run",
            "serve",
            "cli",
            "cli.serve",
            "cli.config",
            "cli.server",
            "cli.client",
            "cli.operate",
            "cli.program");

    /** Packages that observe or operate the gateway. Only commands depend on them. */
    private static final Set<String> OPERATIONAL_PACKAGES = Set.of(
            "admin",
            "alert",
            "compare",
            "dashboard",
            "manage",
            "manage.file",
            "manage.server",
            "metrics",
            "reload",
            "report",
            "rollout",
            "statistics",
            "telemetry",
            "telemetry.store");

    private static final Set<String> COMMAND_PACKAGES =
            Set.of("run", "serve", "cli.serve", "cli.config", "cli.server", "cli.client", "cli.operate", "cli.program");

    /** Dependencies that violate the order: {@code pin} uses the file helpers of {@code data}. */
    private static final Set<String> EXCEPTIONS = Set.of("pin -> data");

    /**
     * The only classes that implement {@link Upstream}: connections to servers, parts of the gateway that
     * take the place of a server, the connection that several clients share, and two classes of the filter
     * chain. A class that changes messages on their way is a {@code MessageFilter} instead.
     */
    private static final Set<String> UPSTREAM_CLASSES = Set.of(
            "ClientEraDetector",
            "FilterChain",
            "HttpConnection",
            "ProgramUpstream",
            "RestartableServer",
            "ServerProcess",
            "SharedUpstream",
            "SnapshotOnlyUpstream",
            "UnavailableUpstream");

    private static final int MAX_TYPES_PER_PACKAGE = 22;

    /**
     * Packages that have more types than {@link #MAX_TYPES_PER_PACKAGE}. {@code config.model} has only the records of
     * the configuration. All other packages must stay small.
     */
    private static final Set<String> LARGE_PACKAGES = Set.of("config.model");

    private static Set<String> dependencies(BiPredicate<String, String> filter) {
        Set<String> found = new TreeSet<>();
        for (JavaClass type : GATEWAY) {
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                String from = packageOf(type);
                String to = packageOf(dependency.getTargetClass());
                if (!from.equals(to) && filter.test(from, to)) {
                    found.add(from + " -> " + to);
                }
            }
        }
        return found;
    }

    private static String packageOf(JavaClass type) {
        String name = type.getPackageName();
        return name.startsWith(ROOT) ? name.substring(ROOT.length()) : "";
    }

    @Test
    void listsPackagesThatExist() {
        Set<String> existing = new TreeSet<>();
        GATEWAY.forEach(type -> existing.add(packageOf(type)));
        assertThat(existing).containsAll(ORDER).containsAll(OPERATIONAL_PACKAGES);
    }

    @Test
    void packagesDependOnPackagesBeforeThem() {
        assertThat(dependencies((from, to) -> ORDER.contains(from) && ORDER.indexOf(to) > ORDER.indexOf(from)))
                .isEqualTo(EXCEPTIONS);
    }

    @Test
    void onlyCommandsDependOnOperationalPackages() {
        assertThat(dependencies((from, to) ->
                        ORDER.contains(from) && !COMMAND_PACKAGES.contains(from) && OPERATIONAL_PACKAGES.contains(to)))
                .isEmpty();
    }

    @Test
    void onlyThePoolUsesTheHttpLibrary() {
        Set<String> found = new TreeSet<>();
        for (JavaClass type : GATEWAY) {
            type.getDirectDependenciesFromSelf().stream()
                    .filter(dependency ->
                            dependency.getTargetClass().getPackageName().startsWith("org.apache.hc."))
                    .forEach(dependency -> found.add(packageOf(type)));
        }
        assertThat(found).containsExactly("upstream.http.pool");
    }

    @Test
    void onlyListedClassesImplementUpstream() {
        Set<String> found = new TreeSet<>();
        GATEWAY.stream()
                .filter(type -> !type.isInterface() && type.isAssignableTo(Upstream.class))
                .forEach(type -> found.add(type.getSimpleName()));
        assertThat(found).containsExactlyInAnyOrderElementsOf(UPSTREAM_CLASSES);
    }

    @Test
    void onlyListedPackagesAreLarge() {
        Map<String, Integer> types = new TreeMap<>();
        GATEWAY.stream()
                .filter(type -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
                .forEach(type -> types.merge(packageOf(type), 1, Integer::sum));
        types.values().removeIf(count -> count <= MAX_TYPES_PER_PACKAGE);
        assertThat(types.keySet()).containsExactlyInAnyOrderElementsOf(LARGE_PACKAGES);
    }
}
