package dev.plimsoll.gateway.config.key;

import dev.plimsoll.catalog.Catalog;
import dev.plimsoll.gateway.config.key.ConfigKey.Acts;
import dev.plimsoll.gateway.config.key.TextForm.Look;
import dev.plimsoll.gateway.config.model.CursorConfig;
import dev.plimsoll.gateway.config.model.LogLevel;
import dev.plimsoll.gateway.config.model.StoreConfig;
import dev.plimsoll.policy.PolicyKey;
import dev.plimsoll.policy.Preset;
import dev.plimsoll.policy.Profile;
import dev.plimsoll.policy.SettingType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Registry of all keys, in the order of the reference. Loaded at every start, so it uses no streams and no lambdas. */
public final class ConfigKeys {

    private static final long GB = 1L << 30;
    private static final long TB = 1L << 40;
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration DAY = Duration.ofDays(1);

    private static final SettingType<String> ISOLATION = SettingType.word("session", "caller", "shared");
    private static final SettingType<Catalog> CATALOG = SettingType.choice(Catalog.class);

    private static final KeyScope POLICY = new KeyScope(PolicyScope.keys());
    private static final KeyScope RESOURCES = new KeyScope(PolicyScope.ofResources());
    private static final KeyScope PROFILE = new KeyScope(profile());
    private static final KeyScope SERVER = new KeyScope(server());
    private static final KeyScope ROOT = new KeyScope(all());

    private ConfigKeys() {}

    /** Returns the top-level keys. */
    public static KeyScope root() {
        return ROOT;
    }

    /** Returns the keys of a server. */
    public static KeyScope ofServer() {
        return SERVER;
    }

    /** Returns the keys of a tool rule. */
    public static KeyScope ofPolicy() {
        return POLICY;
    }

    /** Returns the keys of a client profile. */
    public static KeyScope ofProfile() {
        return PROFILE;
    }

    /** Returns whether a policy key limits the whole process. Such a key is set at the top, once for all tools. */
    public static boolean isLimit(String policyKey) {
        return PolicyScope.isLimit(policyKey);
    }

    /** Returns whether a policy key may also be set at the top, where policy and tools override it. */
    public static boolean isProduction(String policyKey) {
        return PolicyScope.isProduction(policyKey);
    }

    /**
     * Returns whether a policy key controls the rollout. Such a key is set at the top and in rules, not under policy.
     */
    public static boolean isRollout(String policyKey) {
        return PolicyScope.isRollout(policyKey);
    }

    private static List<ConfigKey> all() {
        List<ConfigKey> keys = new ArrayList<>();
        keys.add(ConfigKey.of(
                "servers", new KeyShape.Table(NameRule.NAME, SERVER), "the servers that stand behind Plimsoll"));
        keys.add(ConfigKey.of(
                        "preset", SettingType.choice(Preset.class), "balanced", "a named set of defaults for policy")
                .alive());
        List<ConfigKey> rollout = new ArrayList<>();
        for (ConfigKey configKey : POLICY.keys()) {
            if (PolicyScope.isRollout(configKey.path())) {
                rollout.add(configKey.alive());
            } else {
                keys.add(configKey.under("policy").alive());
            }
        }
        keys.add(ConfigKey.of(
                        "tools", new KeyShape.Table(NameRule.GLOB, POLICY), "what differs from policy for some tools")
                .alive());
        keys.add(ConfigKey.of(
                        "resources",
                        new KeyShape.Table(NameRule.ADDRESS, RESOURCES),
                        "what differs from policy for some resources, by the addresses that their servers gave them")
                .alive());
        keys.add(ConfigKey.of(
                        "clientProfiles",
                        SettingType.flag(),
                        "true",
                        "whether what a client can take lowers what it gets")
                .alive());
        keys.add(ConfigKey.of("profiles", new KeyShape.Table(NameRule.NAME, PROFILE), "what clients can take")
                .alive());
        keys.addAll(rollout);
        for (ConfigKey configKey : PolicyScope.backOff()) {
            keys.add(configKey.alive());
        }
        for (ConfigKey configKey : PolicyScope.limits()) {
            keys.add(configKey.alive());
        }
        for (ConfigKey configKey : PolicyScope.production()) {
            keys.add(configKey.alive());
        }
        keys.addAll(keeping());
        keys.addAll(RedisKeys.all());
        keys.addAll(process());
        keys.addAll(network());
        return keys;
    }

    private static List<ConfigKey> server() {
        return List.of(
                ConfigKey.of(
                                "command",
                                new KeyShape.Command(),
                                "the program that is started, alone or with its arguments")
                        .with(SecretRule.REFERENCES),
                ConfigKey.of("args", new KeyShape.Many(text(Look.ANY)), "arguments, after those of command")
                        .with(SecretRule.REFERENCES),
                ConfigKey.of("env", new KeyShape.TextMap(), "variables that the program has besides ours")
                        .with(SecretRule.MASKED),
                ConfigKey.of("cwd", text(Look.PATH), null, "the folder the program starts in; unset: ours"),
                ConfigKey.of("url", text(Look.URL), null, "where a server listens that is not started by us")
                        .with(SecretRule.REFERENCES),
                ConfigKey.of("headers", new KeyShape.TextMap(), "sent with every request to url")
                        .with(SecretRule.MASKED),
                ConfigKey.of(
                        "oauth.clientId", text(Look.ANY), null, "what login is registered as; unset: registers itself"),
                ConfigKey.of("oauth.clientSecret", text(Look.ANY), null, "the secret that belongs to clientId")
                        .with(SecretRule.SECRET),
                ConfigKey.of(
                        "oauth.scopes",
                        text(Look.ANY),
                        null,
                        "what login asks for, with blanks between; unset: what the server says"),
                ConfigKey.of("timeouts.start", time(Duration.ofMillis(100), DAY), "1m", "until its first answer"),
                ConfigKey.of(
                                "timeouts.request",
                                time(Duration.ofMillis(100), DAY),
                                null,
                                "for one answer, progress starts it anew; null: as long as the client waits")
                        .orNull(),
                ConfigKey.of(
                        "timeouts.stop",
                        time(Duration.ZERO, Duration.ofMinutes(1)),
                        "1s",
                        "between the end of its input and its end by force"),
                ConfigKey.of(
                                "rateLimit",
                                SettingType.whole(1, 1_000_000),
                                null,
                                "requests a minute to this server; null: any number")
                        .orNull()
                        .alive(),
                ConfigKey.of("isolation", ISOLATION, null, "as isolation, for this server")
                        .orNull()
                        .in(Acts.SERVE),
                ConfigKey.of("catalog", CATALOG, null, "as catalog, for this server")
                        .orNull());
    }

    private static List<ConfigKey> profile() {
        List<ConfigKey> keys = new ArrayList<>();
        keys.add(ConfigKey.of("enabled", SettingType.flag(), "true", "false: the profile is as if it were not there"));
        keys.add(ConfigKey.of(
                "match", new KeyShape.Many(text(Look.ANY)), "globs of clientInfo.name, whatever its case"));
        for (PolicyKey<?> key : Profile.keys()) {
            keys.add(ConfigKey.ceiling(key));
        }
        return keys;
    }

    private static List<ConfigKey> keeping() {
        return List.of(
                ConfigKey.of(
                        "store.type", SettingType.choice(StoreConfig.Type.class), "memory", "where results are kept"),
                ConfigKey.of("store.maxBytes", SettingType.size(1 << 20, TB), "256MB", "how much is kept"),
                ConfigKey.of(
                        "store.spill.dir", text(Look.PATH), "data/spill", "where a full memory store puts the rest"),
                ConfigKey.of(
                        "store.spill.maxBytes",
                        SettingType.size(0, 1024 * TB),
                        "4GB",
                        "how much is put there; 0: nothing"),
                ConfigKey.of(
                                "cursor.bind",
                                SettingType.choice(CursorConfig.Bind.class),
                                "caller",
                                "whom a cursor belongs to")
                        .in(Acts.SERVE),
                ConfigKey.of("cursor.key", text(Look.ANY), null, "seals cursors; unset: a key file in the data folder")
                        .with(SecretRule.SECRET),
                ConfigKey.of("cursor.previousKeys", new KeyShape.Many(text(Look.ANY)), "keys that still open cursors")
                        .with(SecretRule.SECRET));
    }

    private static List<ConfigKey> process() {
        return List.of(
                ConfigKey.of(
                        "telemetry.retention", time(DAY, Duration.ofDays(3650)), "30d", "how long requests are kept"),
                ConfigKey.of("telemetry.maxBytes", SettingType.size(1 << 20, TB), "1GB", "how much is kept of them"),
                ConfigKey.of(
                                "telemetry.capture",
                                SettingType.flag(),
                                "false",
                                "whether the dashboard can show what shaped answers said: the latest, in memory alone")
                        .in(Acts.SERVE),
                ConfigKey.of(
                        "maxMessageBytes",
                        SettingType.bytes(1 << 10, (int) GB),
                        "64MB",
                        "the longest message that is relayed"),
                ConfigKey.of(
                        "data",
                        text(Look.OWN_PATH),
                        null,
                        "the folder for what outlives the process; unset: the user's"),
                ConfigKey.of("catalog", CATALOG, "full", "how much of the servers' tools is listed"),
                ConfigKey.of(
                                "logLevel",
                                SettingType.choice(LogLevel.class),
                                "info",
                                "from which level on something is logged")
                        .alive());
    }

    private static List<ConfigKey> network() {
        List<ConfigKey> keys = new ArrayList<>(List.of(
                ConfigKey.of("listen", text(Look.LISTEN), "127.0.0.1:8080", "where serve listens")
                        .in(Acts.SERVE),
                ConfigKey.of("origins", new KeyShape.Many(text(Look.URL)), "origins of browsers that may call")
                        .in(Acts.SERVE),
                ConfigKey.of("insecure", SettingType.flag(), "false", "allows listening beyond loopback without auth")
                        .in(Acts.SERVE),
                ConfigKey.of("sessions.max", SettingType.whole(1, 1_000_000), "10000", "legacy sessions at a time")
                        .in(Acts.SERVE),
                ConfigKey.of("sessions.idle", time(SECOND, DAY), "30m", "when an unused session ends")
                        .in(Acts.SERVE),
                ConfigKey.of(
                                "isolation",
                                ISOLATION,
                                "session",
                                "who shares the process of a server, or the connection to it")
                        .in(Acts.SERVE),
                ConfigKey.of("idle", time(SECOND, DAY), "10m", "when a shared one that nobody uses ends")
                        .in(Acts.SERVE),
                ConfigKey.of(
                                "maxProcesses",
                                SettingType.whole(1, 100_000),
                                "100",
                                "processes of started servers at a time")
                        .in(Acts.SERVE),
                ConfigKey.of(
                                "cluster.peers",
                                new KeyShape.Many(text(Look.URL)),
                                "the replicas, where calls may be parked")
                        .in(Acts.SERVE)));
        keys.addAll(AccessKeys.all());
        keys.addAll(AlertKeys.all());
        return keys;
    }

    private static SettingType<String> text(Look look) {
        return new TextForm(look);
    }

    private static SettingType<Duration> time(Duration min, Duration max) {
        return SettingType.time(min, max);
    }
}
