package dev.plimsoll.gateway.config.key;

import dev.plimsoll.catalog.Catalog;
import dev.plimsoll.gateway.config.key.ConfigKey.Commands;
import dev.plimsoll.gateway.config.key.TextSettingType.Format;
import dev.plimsoll.gateway.config.model.CursorConfig;
import dev.plimsoll.gateway.config.model.LogLevel;
import dev.plimsoll.gateway.config.model.ManagementConfig;
import dev.plimsoll.gateway.config.model.ProgramsConfig;
import dev.plimsoll.gateway.config.model.StoreConfig;
import dev.plimsoll.policy.PolicyKey;
import dev.plimsoll.policy.Preset;
import dev.plimsoll.policy.Profile;
import dev.plimsoll.policy.setting.SettingType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Registry of all keys, in the order of the reference. Loaded at every start, so it uses no streams and no lambdas. */
public final class ConfigKeys {

    /** Section that can also be written as its mode alone: {@code programs: read}. */
    public static final String PROGRAMS = "programs";

    private static final long GB = 1L << 30;
    private static final long TB = 1L << 40;
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration DAY = Duration.ofDays(1);

    private static final SettingType<String> ISOLATION = SettingType.word("session", "caller", "shared");
    private static final SettingType<Catalog> CATALOG = SettingType.choice(Catalog.class);

    private static final KeyScope POLICY = new KeyScope(PolicyScope.keys());
    private static final KeyScope RESOURCES = new KeyScope(PolicyScope.resourceKeys());
    private static final KeyScope PROFILE = new KeyScope(profileKeys());
    private static final KeyScope SERVER = new KeyScope(serverKeys());
    private static final KeyScope ROOT = new KeyScope(rootKeys());

    private ConfigKeys() {}

    /** Returns the top-level keys. */
    public static KeyScope root() {
        return ROOT;
    }

    /** Returns the keys of a server. */
    public static KeyScope serverScope() {
        return SERVER;
    }

    /** Returns the keys of a tool rule. */
    public static KeyScope policyScope() {
        return POLICY;
    }

    /** Returns the keys of a client profile. */
    public static KeyScope profileScope() {
        return PROFILE;
    }

    /**
     * Returns whether a policy key limits the whole process. Such a key is set once for all tools, at the
     * top level of the configuration.
     */
    public static boolean isProcessLimit(String policyKey) {
        return PolicyScope.isProcessLimit(policyKey);
    }

    /**
     * Returns whether a policy key begins with {@code production.}. Such a key may also be set at the top level; values
     * in {@code policy} and {@code tools} override that value.
     */
    public static boolean isProductionKey(String policyKey) {
        return PolicyScope.isProductionKey(policyKey);
    }

    /**
     * Returns whether a policy key controls the rollout. Such a key is set at the top level and in rules, not
     * under policy.
     */
    public static boolean isRolloutKey(String policyKey) {
        return PolicyScope.isRolloutKey(policyKey);
    }

    private static List<ConfigKey> rootKeys() {
        List<ConfigKey> keys = new ArrayList<>();
        keys.add(ConfigKey.of("servers", new KeyShape.Table(NameRule.NAME, SERVER), "the MCP servers behind Plimsoll"));
        keys.add(ConfigKey.of(
                        "preset", SettingType.choice(Preset.class), "balanced", "a named set of defaults for policy")
                .asReloadable());
        List<ConfigKey> rollout = new ArrayList<>();
        for (ConfigKey configKey : POLICY.keys()) {
            if (PolicyScope.isRolloutKey(configKey.path())) {
                rollout.add(configKey.asReloadable());
            } else {
                keys.add(configKey.inSection("policy").asReloadable());
            }
        }
        keys.add(ConfigKey.of(
                        "tools",
                        new KeyShape.Table(NameRule.GLOB, POLICY),
                        "rules: settings for some tools that override policy")
                .asReloadable());
        keys.add(ConfigKey.of(
                        "resources",
                        new KeyShape.Table(NameRule.ADDRESS, RESOURCES),
                        "rules: settings for some resources that override policy, by their original URIs")
                .asReloadable());
        keys.add(ConfigKey.of(
                        "clientProfiles",
                        SettingType.flag(),
                        "true",
                        "whether the known limits of a client lower the budgets of its answers")
                .asReloadable());
        keys.add(ConfigKey.of("profiles", new KeyShape.Table(NameRule.NAME, PROFILE), "limits of clients")
                .asReloadable());
        keys.addAll(rollout);
        for (ConfigKey configKey : PolicyScope.rollbackKeys()) {
            keys.add(configKey.asReloadable());
        }
        for (ConfigKey configKey : PolicyScope.limitKeys()) {
            keys.add(configKey.asReloadable());
        }
        for (ConfigKey configKey : PolicyScope.productionKeys()) {
            keys.add(configKey.asReloadable());
        }
        keys.addAll(storeKeys());
        keys.addAll(RedisKeys.all());
        keys.addAll(processKeys());
        keys.add(ConfigKey.of(
                "show",
                SettingType.flag(),
                "true",
                "whether clients that show apps get plimsoll_show, which shows a person a whole result"));
        keys.addAll(networkKeys());
        return keys;
    }

    private static List<ConfigKey> serverKeys() {
        List<ConfigKey> keys = new ArrayList<>(connectionKeys());
        keys.addAll(limitKeys());
        return keys;
    }

    private static List<ConfigKey> connectionKeys() {
        return List.of(
                ConfigKey.of("command", new KeyShape.Command(), "the program to start, alone or with its arguments")
                        .withSecretRule(SecretRule.REFERENCES),
                ConfigKey.of(
                                "args",
                                new KeyShape.Many(textType(Format.ANY)),
                                "further arguments, after those of command")
                        .withSecretRule(SecretRule.REFERENCES),
                ConfigKey.of(
                                "env",
                                new KeyShape.TextMap(),
                                "environment variables of the program, added to those of Plimsoll")
                        .withSecretRule(SecretRule.MASKED),
                ConfigKey.of(
                        "cwd",
                        textType(Format.PATH),
                        null,
                        "the working folder of the program; unset: that of Plimsoll"),
                ConfigKey.of("url", textType(Format.URL), null, "the URL of a running server")
                        .withSecretRule(SecretRule.REFERENCES),
                ConfigKey.of("headers", new KeyShape.TextMap(), "headers of every request to url")
                        .withSecretRule(SecretRule.MASKED),
                ConfigKey.of(
                        "oauth.clientId",
                        textType(Format.ANY),
                        null,
                        "the registered client id for login; unset: Plimsoll registers itself"),
                ConfigKey.of("oauth.clientSecret", textType(Format.ANY), null, "the secret of clientId")
                        .withSecretRule(SecretRule.SECRET),
                ConfigKey.of(
                        "oauth.scopes",
                        textType(Format.ANY),
                        null,
                        "the scopes that login requests, separated by spaces; unset: those of the server"));
    }

    private static List<ConfigKey> limitKeys() {
        return List.of(
                ConfigKey.of(
                        "timeouts.start", time(Duration.ofMillis(100), DAY), "1m", "time limit for the first response"),
                ConfigKey.of(
                                "timeouts.request",
                                time(Duration.ofMillis(100), DAY),
                                null,
                                "time limit for a response, restarted by progress; null: as long as the client waits")
                        .allowingNull(),
                ConfigKey.of(
                        "timeouts.stop",
                        time(Duration.ZERO, Duration.ofMinutes(1)),
                        "1s",
                        "time between closing the server's input and killing the server"),
                ConfigKey.of(
                                "rateLimit",
                                SettingType.integer(1, 1_000_000),
                                null,
                                "maximum requests per minute to this server; null: no limit")
                        .allowingNull()
                        .asReloadable(),
                ConfigKey.of(
                                "breaker.failures",
                                SettingType.integer(0, 1_000),
                                "5",
                                "unanswered calls in a row after which calls are refused immediately; 0: never")
                        .withCommands(Commands.SERVE)
                        .asReloadable(),
                ConfigKey.of(
                                "breaker.ejection",
                                time(Duration.ofSeconds(1), DAY),
                                "30s",
                                "how long calls are refused: this time for the first ejection, twice for the second, …")
                        .withCommands(Commands.SERVE)
                        .asReloadable(),
                ConfigKey.of(
                                "breaker.maxEjection",
                                time(Duration.ofSeconds(1), DAY),
                                "5m",
                                "the longest time for which calls are refused")
                        .withCommands(Commands.SERVE)
                        .asReloadable(),
                ConfigKey.of("isolation", ISOLATION, null, "isolation of this server; null: the top-level key")
                        .allowingNull()
                        .withCommands(Commands.SERVE),
                ConfigKey.of("catalog", CATALOG, null, "catalog of this server; null: the top-level key")
                        .allowingNull(),
                ConfigKey.of(
                                "enabled",
                                SettingType.flag(),
                                "true",
                                "whether serve offers this server; false: it is stopped")
                        .withCommands(Commands.SERVE)
                        .asReloadable());
    }

    private static List<ConfigKey> profileKeys() {
        List<ConfigKey> keys = new ArrayList<>();
        keys.add(ConfigKey.of("enabled", SettingType.flag(), "true", "whether the profile is used"));
        keys.add(ConfigKey.of(
                "match", new KeyShape.Many(textType(Format.ANY)), "globs for clientInfo.name, ignoring case"));
        for (PolicyKey<?> key : Profile.keys()) {
            keys.add(ConfigKey.ofProfile(key));
        }
        return keys;
    }

    private static List<ConfigKey> storeKeys() {
        return List.of(
                ConfigKey.of(
                        "store.type",
                        SettingType.choice(StoreConfig.Type.class),
                        null,
                        "where results are stored; unset: disk in run, memory in serve"),
                ConfigKey.of(
                        "store.maxBytes", SettingType.size(1 << 20, TB), "256MB", "maximum size of the stored results"),
                ConfigKey.of(
                        "store.spill.dir",
                        textType(Format.PATH),
                        "data/spill",
                        "the folder for results that do not fit in memory"),
                ConfigKey.of(
                        "store.spill.maxBytes",
                        SettingType.size(0, 1024 * TB),
                        "4GB",
                        "maximum size of the folder store.spill.dir; 0: no spilling"),
                ConfigKey.of(
                                "cursor.bind",
                                SettingType.choice(CursorConfig.Bind.class),
                                "caller",
                                "whether a cursor belongs to a caller or a session")
                        .withCommands(Commands.SERVE),
                ConfigKey.of(
                                "cursor.key",
                                textType(Format.ANY),
                                null,
                                "the key that signs cursors; unset: from a key file in the data folder")
                        .withSecretRule(SecretRule.SECRET),
                ConfigKey.of(
                                "cursor.previousKeys",
                                new KeyShape.Many(textType(Format.ANY)),
                                "earlier keys whose cursors are still valid")
                        .withSecretRule(SecretRule.SECRET));
    }

    private static List<ConfigKey> processKeys() {
        return List.of(
                ConfigKey.of(
                        "telemetry.retention",
                        time(DAY, Duration.ofDays(3650)),
                        "30d",
                        "how long records of requests are stored"),
                ConfigKey.of(
                        "telemetry.maxBytes",
                        SettingType.size(1 << 20, TB),
                        "1GB",
                        "maximum size of the recorded data"),
                ConfigKey.of(
                                "telemetry.capture",
                                SettingType.flag(),
                                "false",
                                "whether the dashboard can show the text of the latest shaped answers, held only in memory")
                        .withCommands(Commands.SERVE),
                ConfigKey.of(
                        "maxMessageBytes", SettingType.bytes(1 << 10, (int) GB), "64MB", "maximum size of a message"),
                ConfigKey.of(
                        "data",
                        textType(Format.OWN_PATH),
                        null,
                        "the folder for data that outlives the process; unset: the user's data folder"),
                ConfigKey.of("catalog", CATALOG, "full", "how much of the servers' tool lists is shown"),
                ConfigKey.of(
                        "programs.mode",
                        SettingType.choice(ProgramsConfig.Mode.class),
                        "off",
                        "whether clients get plimsoll_run, which calls tools in a program; programs: read is short for programs.mode: read"),
                ConfigKey.of(
                        "programs.calls", SettingType.integer(1, 10_000), "200", "the most calls that a program makes"),
                ConfigKey.of(
                        "programs.parallel",
                        SettingType.integer(1, 100),
                        "8",
                        "the most calls that a program makes at the same time"),
                ConfigKey.of(
                        "programs.writes",
                        SettingType.integer(0, 10_000),
                        "20",
                        "the most calls that may change something, in one program"),
                ConfigKey.of(
                        "programs.timeMs",
                        SettingType.integer(100, 3_600_000),
                        "60000",
                        "time limit of a program with its calls, in milliseconds; the time in which a person decides does not count"),
                ConfigKey.of(
                        "programs.reuse",
                        time(Duration.ZERO, Duration.ofHours(1)),
                        "60s",
                        "how long a program uses the results that earlier programs of its caller read; 0s: never"),
                StoredKeys.programsKey(),
                ConfigKey.of("logLevel", SettingType.choice(LogLevel.class), "info", "the lowest level that is logged")
                        .asReloadable());
    }

    private static List<ConfigKey> networkKeys() {
        List<ConfigKey> keys = new ArrayList<>(List.of(
                ConfigKey.of("listen", textType(Format.LISTEN), "127.0.0.1:8080", "the address that serve listens on")
                        .withCommands(Commands.SERVE),
                ConfigKey.of(
                                "healthListen",
                                textType(Format.LISTEN),
                                null,
                                "an additional address for /health, without TLS, with connections and threads of its own")
                        .withCommands(Commands.SERVE),
                ConfigKey.of(
                                "origins",
                                new KeyShape.Many(textType(Format.URL)),
                                "additional browser origins that may call")
                        .withCommands(Commands.SERVE),
                ConfigKey.of(
                                "insecure",
                                SettingType.flag(),
                                "false",
                                "whether other machines may connect to serve without auth")
                        .withCommands(Commands.SERVE),
                ConfigKey.of(
                                "management",
                                SettingType.choice(ManagementConfig.Mode.class),
                                "auth",
                                "who may change servers and rules through the API: callers of tier admin (auth); without"
                                        + " auth, also everyone on this machine (local); or nobody (off)")
                        .withCommands(Commands.SERVE),
                ConfigKey.of(
                                "sessions.max",
                                SettingType.integer(1, 1_000_000),
                                "10000",
                                "maximum number of sessions of legacy clients over HTTP")
                        .withCommands(Commands.SERVE),
                ConfigKey.of("sessions.idle", time(SECOND, DAY), "30m", "idle time after which a session ends")
                        .withCommands(Commands.SERVE),
                ConfigKey.of("isolation", ISOLATION, "session", "who shares a server's process or connection")
                        .withCommands(Commands.SERVE),
                ConfigKey.of(
                                "idle",
                                time(SECOND, DAY),
                                "10m",
                                "idle time after which a shared process or connection ends")
                        .withCommands(Commands.SERVE),
                ConfigKey.of(
                                "maxProcesses",
                                SettingType.integer(1, 100_000),
                                "100",
                                "maximum number of server processes")
                        .withCommands(Commands.SERVE),
                ConfigKey.of(
                                "cluster.peers",
                                new KeyShape.Many(textType(Format.URL)),
                                "URLs of all replicas, to which a replica forwards input for a parked call that it does not have")
                        .withCommands(Commands.SERVE)));
        keys.addAll(AccessKeys.all());
        keys.addAll(AlertKeys.all());
        return keys;
    }

    private static SettingType<String> textType(Format format) {
        return new TextSettingType(format);
    }

    private static SettingType<Duration> time(Duration min, Duration max) {
        return SettingType.time(min, max);
    }
}
