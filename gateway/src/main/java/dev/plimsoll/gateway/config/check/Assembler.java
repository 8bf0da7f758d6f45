package dev.plimsoll.gateway.config.check;

import dev.plimsoll.catalog.Catalog;
import dev.plimsoll.gateway.config.key.NameRule;
import dev.plimsoll.gateway.config.key.StoredKeys;
import dev.plimsoll.gateway.config.model.AlertsConfig;
import dev.plimsoll.gateway.config.model.BreakerConfig;
import dev.plimsoll.gateway.config.model.CatalogConfig;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.CursorConfig;
import dev.plimsoll.gateway.config.model.IsolationMode;
import dev.plimsoll.gateway.config.model.LogLevel;
import dev.plimsoll.gateway.config.model.LoginConfig;
import dev.plimsoll.gateway.config.model.ManagementConfig;
import dev.plimsoll.gateway.config.model.ProgramsConfig;
import dev.plimsoll.gateway.config.model.RedisConfig;
import dev.plimsoll.gateway.config.model.RolloutConfig;
import dev.plimsoll.gateway.config.model.RolloutConfig.Canary;
import dev.plimsoll.gateway.config.model.RolloutConfig.RollbackConditions;
import dev.plimsoll.gateway.config.model.RolloutConfig.Step;
import dev.plimsoll.gateway.config.model.SecretValue;
import dev.plimsoll.gateway.config.model.ServeConfig;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.config.model.SharingConfig;
import dev.plimsoll.gateway.config.model.StoreConfig;
import dev.plimsoll.gateway.config.model.StoredProgram;
import dev.plimsoll.gateway.config.model.TelemetryConfig;
import dev.plimsoll.gateway.config.model.TimeoutConfig;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyRule;
import dev.plimsoll.policy.Preset;
import dev.plimsoll.policy.Profile;
import dev.plimsoll.policy.Profiles;
import dev.plimsoll.policy.ResourceRule;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Creates the configuration records from settings without errors. */
public final class Assembler {

    private final ScopeSettings scopeSettings;
    private final ConfigPaths configPaths;
    private final StoreConfig.Type defaultStoreType;

    /** @param defaultStoreType where results are stored unless the settings say otherwise */
    public Assembler(ScopeSettings scopeSettings, ConfigPaths configPaths, StoreConfig.Type defaultStoreType) {
        this.scopeSettings = scopeSettings;
        this.configPaths = configPaths;
        this.defaultStoreType = defaultStoreType;
    }

    /** Creates the configuration. Relative paths start at the data folder. */
    public Configuration createConfiguration() {
        return new Configuration(
                createServers(),
                scopeSettings.get("preset", Preset.class).configName(),
                createPolicies(),
                createStore(),
                createCursor(),
                scopeSettings.integer("maxMessageBytes"),
                createServing(),
                createTelemetry(),
                scopeSettings.get("logLevel", LogLevel.class),
                configPaths.baseFolder(),
                "",
                createCatalogs(),
                createAlerts(),
                createRollouts(),
                createPrograms(),
                scopeSettings.get("show", Boolean.class));
    }

    private ProgramsConfig createPrograms() {
        return new ProgramsConfig(
                scopeSettings.get("programs.mode", ProgramsConfig.Mode.class),
                scopeSettings.integer("programs.calls"),
                scopeSettings.integer("programs.parallel"),
                scopeSettings.integer("programs.writes"),
                Duration.ofMillis(scopeSettings.integer("programs.timeMs")),
                scopeSettings.duration("programs.reuse"),
                createStoredPrograms());
    }

    private List<StoredProgram> createStoredPrograms() {
        List<StoredProgram> programs = new ArrayList<>();
        scopeSettings
                .table(StoredKeys.PROGRAMS)
                .forEach((name, entry) -> programs.add(new StoredProgram(
                        StoredTexts.parse(name, entry),
                        entry.has("server") ? entry.text("server") : "",
                        entry.flag("expose"))));
        return programs;
    }

    private RolloutConfig createRollouts() {
        List<Canary> canaries = new ArrayList<>();
        addCanary("", scopeSettings, canaries);
        scopeSettings.table("tools").forEach((glob, rule) -> addCanary(glob, rule, canaries));
        return new RolloutConfig(canaries, createRollbackConditions());
    }

    private @Nullable RollbackConditions createRollbackConditions() {
        return !scopeSettings.has("rollout.backOff.window")
                ? null
                : new RollbackConditions(
                        scopeSettings.duration("rollout.backOff.window"),
                        scopeSettings.duration("rollout.backOff.for"),
                        scopeSettings.integer("rollout.backOff.minRequests"),
                        scopeSettings.get("rollout.backOff.failures", Double.class));
    }

    private static void addCanary(String glob, ScopeSettings settings, List<Canary> canaries) {
        List<Step> steps = new ArrayList<>();
        for (ScopeSettings row : settings.rows("rollout.steps")) {
            steps.add(new Step(row.integer("percent"), (Duration) row.find("for"), (Integer) row.find("pageSize")));
        }
        if (!steps.isEmpty()) {
            canaries.add(new Canary(glob, steps));
        }
    }

    private AlertsConfig createAlerts() {
        return new AlertsConfig(
                scopeSettings.get("alerts.oversizedShare", Double.class),
                scopeSettings.get("alerts.upstreamErrorShare", Double.class),
                scopeSettings.get("alerts.estimatorError", Double.class),
                scopeSettings.duration("alerts.window"),
                scopeSettings.integer("alerts.minRequests"),
                findSecret("alerts.webhook"),
                findSecret("alerts.webhookSecret"));
    }

    private @Nullable SecretValue findSecret(String path) {
        return scopeSettings.has(path) ? new SecretValue(scopeSettings.text(path)) : null;
    }

    private CatalogConfig createCatalogs() {
        Map<String, Catalog> catalogByServer = new LinkedHashMap<>();
        scopeSettings.table("servers").forEach((name, server) -> {
            if (server.has("catalog")) {
                catalogByServer.put(name, server.get("catalog", Catalog.class));
            }
        });
        return new CatalogConfig(scopeSettings.get("catalog", Catalog.class), catalogByServer);
    }

    private List<ServerConfig> createServers() {
        List<ServerConfig> servers = new ArrayList<>();
        scopeSettings.table("servers").forEach((name, server) -> servers.add(createServer(name, server)));
        return servers;
    }

    private ServerConfig createServer(String name, ScopeSettings server) {
        List<String> command = new ArrayList<>(server.texts("command"));
        command.addAll(server.texts("args"));
        Path cwd = server.has("cwd") ? configPaths.toAbsolute(server.text("cwd")) : null;
        URI url = server.has("url") ? URI.create(server.text("url")) : null;
        TimeoutConfig timeoutConfig = new TimeoutConfig(
                server.duration("timeouts.start"),
                (Duration) server.find("timeouts.request"),
                server.duration("timeouts.stop"));
        return new ServerConfig(
                name,
                command,
                server.textMap("env"),
                cwd,
                url,
                server.textMap("headers"),
                timeoutConfig,
                (Integer) server.find("rateLimit"),
                createLogin(server),
                createBreaker(server));
    }

    private static BreakerConfig createBreaker(ScopeSettings server) {
        return new BreakerConfig(
                server.integer("breaker.failures"),
                server.duration("breaker.ejection"),
                server.duration("breaker.maxEjection"));
    }

    private static @Nullable LoginConfig createLogin(ScopeSettings server) {
        if (!server.has("oauth.clientId") && !server.has("oauth.scopes")) {
            return null;
        }
        String scopes = server.has("oauth.scopes") ? server.text("oauth.scopes").strip() : "";
        return new LoginConfig(
                (String) server.find("oauth.clientId"),
                server.has("oauth.clientSecret") ? new SecretValue(server.text("oauth.clientSecret")) : null,
                scopes.isEmpty() ? List.of() : List.of(scopes.split(" +")));
    }

    private Policies createPolicies() {
        PolicySettings base = new PolicySettings(scopeSettings, "policy.");
        List<PolicyRule> rules = new ArrayList<>();
        for (Map.Entry<String, ScopeSettings> rule :
                scopeSettings.table("tools").entrySet()) {
            rules.add(new PolicyRule(rule.getKey(), new PolicySettings(rule.getValue(), "")));
        }
        return new Policies(base.apply(Policy.defaults()), rules, createProfiles()).withResources(createResources());
    }

    private List<ResourceRule> createResources() {
        List<ResourceRule> rules = new ArrayList<>();
        scopeSettings.table("resources").forEach((address, rule) -> {
            String server = findServerPrefix(address);
            String glob = server.isEmpty() ? address : address.substring(server.length() + 1);
            rules.add(new ResourceRule(server, glob, new PolicySettings(rule, "")));
        });
        return rules;
    }

    /**
     * Returns the text before the first colon if it is the name of a server; otherwise an empty text. It is such a name
     * if a server has this name, or if {@code ://} occurs after the colon: {@code crm:file:///logs/*}. Text directly
     * before {@code ://} is the scheme of a URI and never the name of a server.
     */
    private String findServerPrefix(String address) {
        int colon = address.indexOf(':');
        String prefix = colon < 0 ? "" : address.substring(0, colon);
        String uri = address.substring(colon + 1);
        boolean hasServerForm = NameRule.NAME.allows(prefix) && !uri.isEmpty() && !uri.startsWith("//");
        boolean isServer = scopeSettings.table("servers").containsKey(prefix);
        return hasServerForm && (isServer || uri.contains("://")) ? prefix : "";
    }

    /**
     * Returns the configured profiles, then the built-in ones. The first match counts, so the user's own
     * profile wins if a client matches two.
     */
    private List<Profile> createProfiles() {
        if (!scopeSettings.flag("clientProfiles")) {
            return List.of();
        }
        Map<String, ScopeSettings> configured = scopeSettings.table("profiles");
        List<Profile> profiles = new ArrayList<>();
        configured.forEach((name, profile) -> {
            if (profile.flag("enabled")) {
                profiles.add(createProfile(Profiles.find(name), name, profile));
            }
        });
        for (Profile profile : Profiles.builtIn()) {
            if (!configured.containsKey(profile.name())) {
                profiles.add(profile);
            }
        }
        return profiles;
    }

    private static Profile createProfile(@Nullable Profile builtIn, String name, ScopeSettings settings) {
        Policy limits = builtIn == null ? Policy.defaults() : builtIn.limits();
        List<String> match = builtIn == null ? List.of() : builtIn.clientGlobs();
        return new Profile(
                name,
                settings.has("match") ? settings.texts("match") : match,
                new PolicySettings(settings, "").apply(limits),
                builtIn == null ? List.of() : builtIn.programCalls());
    }

    private StoreConfig createStore() {
        return new StoreConfig(
                scopeSettings.has("store.type")
                        ? scopeSettings.get("store.type", StoreConfig.Type.class)
                        : defaultStoreType,
                scopeSettings.size("store.maxBytes"),
                new StoreConfig.Spill(
                        configPaths.toAbsolute(scopeSettings.text("store.spill.dir")),
                        scopeSettings.size("store.spill.maxBytes")),
                createRedis());
    }

    private RedisConfig createRedis() {
        return new RedisConfig(
                findSecret("redis.url"),
                scopeSettings.has("redis.ca") ? configPaths.toAbsolute(scopeSettings.text("redis.ca")) : null,
                scopeSettings.duration("redis.timeout"),
                scopeSettings.integer("redis.connections"),
                scopeSettings.integer("redis.maxValueBytes"),
                scopeSettings.text("redis.prefix"));
    }

    private CursorConfig createCursor() {
        List<SecretValue> previousKeys = new ArrayList<>();
        scopeSettings.texts("cursor.previousKeys").forEach(key -> previousKeys.add(new SecretValue(key)));
        return new CursorConfig(
                scopeSettings.get("cursor.bind", CursorConfig.Bind.class), findSecret("cursor.key"), previousKeys);
    }

    private ServeConfig createServing() {
        return new ServeConfig(
                scopeSettings.text("listen"),
                (String) scopeSettings.find("healthListen"),
                scopeSettings.texts("origins"),
                scopeSettings.flag("insecure"),
                scopeSettings.integer("sessions.max"),
                scopeSettings.duration("sessions.idle"),
                scopeSettings.integer("maxProcesses"),
                createSharing(),
                new AccessAssembler(scopeSettings, configPaths).createAccess(),
                scopeSettings.texts("cluster.peers"),
                createManagement());
    }

    private ManagementConfig createManagement() {
        Set<String> stoppedServers = new HashSet<>();
        scopeSettings.table("servers").forEach((name, server) -> {
            if (Boolean.FALSE.equals(server.find("enabled"))) {
                stoppedServers.add(name);
            }
        });
        return new ManagementConfig(scopeSettings.get("management", ManagementConfig.Mode.class), stoppedServers);
    }

    private SharingConfig createSharing() {
        Map<String, IsolationMode> isolationByServer = new LinkedHashMap<>();
        scopeSettings.table("servers").forEach((name, server) -> {
            if (server.has("isolation")) {
                isolationByServer.put(name, parseIsolation(server.text("isolation")));
            }
        });
        return new SharingConfig(
                parseIsolation(scopeSettings.text("isolation")), isolationByServer, scopeSettings.duration("idle"));
    }

    private static IsolationMode parseIsolation(String word) {
        return IsolationMode.valueOf(word.toUpperCase(Locale.ROOT));
    }

    private TelemetryConfig createTelemetry() {
        return new TelemetryConfig(
                scopeSettings.duration("telemetry.retention"),
                scopeSettings.size("telemetry.maxBytes"),
                scopeSettings.flag("telemetry.capture"));
    }
}
