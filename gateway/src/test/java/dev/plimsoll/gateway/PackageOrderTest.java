package dev.plimsoll.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.upstream.Upstream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tests the structure of the gateway: the order of its packages, and which of them use a library or have many types. */
class PackageOrderTest {

    private static final String ROOT = "dev.plimsoll.gateway.";

    /** Stands for the root package, which has the class {@code Main}. */
    private static final String MAIN = "main";

    private static final Path DOCUMENT = Path.of("../docs/concepts/gateway.md");

    /** The cell of a row of the document's table that contains packages. */
    private static final Pattern PACKAGES_CELL = Pattern.compile("^\\| `[^|]*", Pattern.MULTILINE);

    private static final Pattern PACKAGE = Pattern.compile("[a-z.]+");

    private static final JavaClasses GATEWAY = new ClassFileImporter()
            .importUrl(Message.class.getProtectionDomain().getCodeSource().getLocation());

    /**
     * All packages, in layers. Each package depends only on packages before it: those in layers above it, and those
     * before it in its own layer. The document {@link #DOCUMENT} has the same list, with the purpose of each package.
     */
    private static final String LAYERS = """
            basics: terminal, log, digest, shell
            messages: rpc, rpc.line
            configuration: access, config.model, file, config.key, config.source, tls, config.check, config, config.view,
              config.edit
            one concern of messages each: headers, paging, replica, cache, handle, limit, auth, auth.check
            connections to servers: upstream, filter, upstream.process, upstream.http.pool, upstream.http,
              upstream.shared, era.form, era.legacy, era.modern, era
            the relay between one client and one server: pin, proxy.request, proxy.check, proxy.task, proxy.tool,
              proxy.method, proxy
            endpoints: endpoint, work, trace, trace.otel, data, login.oauth, login, fields, upstream.server
            what Plimsoll itself offers: saved, program.call, program, show
            several servers as one: hub.server, hub.session, hub.method, hub
            HTTP for clients: http.exchange, http.check, http.jetty, http.mcp, http.rest, http
            records and services for operators: telemetry, telemetry.store, statistics, compare, report,
              reload, rollout, alert, admin, metrics, trial, trial.report, dashboard, manage.server, manage.file, manage
            commands: run, serve, daemon, doctor, watch, wrap.syntax, wrap
            command line: cli, cli.serve, cli.config, cli.server, cli.client, cli.operate, cli.program, main, rehearsal
            """;

    private static final List<String> ORDER = names(PACKAGE, LAYERS.replaceAll("(?m)^.*: ", ""));

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

    /** Returns the name of a package without the root; empty if it does not belong to the gateway. */
    private static String packageOf(JavaClass type) {
        String name = type.getPackageName() + ".";
        if (name.equals(ROOT)) {
            return MAIN;
        }
        return name.startsWith(ROOT) ? name.substring(ROOT.length(), name.length() - 1) : "";
    }

    private static String outermostName(JavaClass type) {
        return type.getEnclosingClass().map(PackageOrderTest::outermostName).orElseGet(type::getSimpleName);
    }

    /** Returns what {@code name} returns for the classes that use classes of a library. */
    private static Set<String> usersOf(String library, Function<JavaClass, String> name) {
        return GATEWAY.stream()
                .filter(type -> type.getDirectDependenciesFromSelf().stream()
                        .anyMatch(dependency ->
                                dependency.getTargetClass().getName().startsWith(library)))
                .map(name)
                .collect(Collectors.toSet());
    }

    private static List<String> names(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(MatchResult::group).toList();
    }

    @Test
    void listsEachPackageOnce() {
        Set<String> existing = new TreeSet<>();
        GATEWAY.forEach(type -> existing.add(packageOf(type)));
        assertThat(ORDER).containsExactlyInAnyOrderElementsOf(existing);
    }

    @Test
    void packagesDependOnPackagesBeforeThem() {
        Set<String> violations = new TreeSet<>();
        for (JavaClass type : GATEWAY) {
            int position = ORDER.indexOf(packageOf(type));
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                if (ORDER.indexOf(packageOf(dependency.getTargetClass())) > position) {
                    violations.add(type.getSimpleName() + " -> "
                            + dependency.getTargetClass().getSimpleName());
                }
            }
        }
        assertThat(violations).isEmpty();
    }

    @Test
    void documentHasTheSameList() throws IOException {
        String section =
                Files.readString(DOCUMENT).split("\n## Packages\n", 2)[1].split("\n## ", 2)[0];
        assertThat(names(PACKAGES_CELL, section).stream().flatMap(cell -> names(PACKAGE, cell).stream()))
                .containsExactlyElementsOf(ORDER);
    }

    @Test
    void onlyOnePackageUsesJetty() {
        assertThat(usersOf("org.eclipse.jetty.", PackageOrderTest::packageOf)).containsExactly("http.jetty");
    }

    @Test
    void jettyHasFewDoors() {
        assertThat(GATEWAY.stream()
                        .filter(type -> packageOf(type).equals("http.jetty"))
                        .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                        .map(JavaClass::getSimpleName))
                .containsExactlyInAnyOrder("HealthServer", "JettyServer", "ListenAddress");
    }

    @Test
    void onlyThePoolUsesTheHttpLibrary() {
        assertThat(usersOf("org.apache.hc.", PackageOrderTest::packageOf)).containsExactly("upstream.http.pool");
    }

    /** Requests to servers go through the pool. These classes send few requests, each to another kind of peer. */
    @Test
    void onlyListedClassesUseTheHttpClientOfTheJdk() {
        assertThat(usersOf("java.net.http.", PackageOrderTest::outermostName))
                .containsExactlyInAnyOrder(
                        "HttpSender", "IssuerKeyFetcher", "LoginHttpClient", "ReplicaForwarder", "ReplicaPeers");
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
