package dev.plimsoll.gateway.config.key;

import dev.plimsoll.catalog.Catalog;
import dev.plimsoll.gateway.config.key.Key.Acts;
import dev.plimsoll.gateway.config.key.TextForm.Look;
import dev.plimsoll.gateway.config.model.CursorSettings;
import dev.plimsoll.gateway.config.model.LogLevel;
import dev.plimsoll.gateway.config.model.Store;
import dev.plimsoll.policy.Form;
import dev.plimsoll.policy.PolicyKey;
import dev.plimsoll.policy.Preset;
import dev.plimsoll.policy.Profile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The registry of all keys, in the order of the reference. Met at every start: no streams, no lambdas. */
public final class Keys {

    private static final long GB = 1L << 30;
    private static final long TB = 1L << 40;
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration DAY = Duration.ofDays(1);

    private static final Form<String> ISOLATION = Form.word("session", "caller", "shared");
    private static final Form<Catalog> CATALOG = Form.choice(Catalog.class);

    private static final Scope POLICY = new Scope(PolicyScope.keys());
    private static final Scope RESOURCES = new Scope(PolicyScope.ofResources());
    private static final Scope PROFILE = new Scope(profile());
    private static final Scope SERVER = new Scope(server());
    private static final Scope ROOT = new Scope(all());

    private Keys() {}

    /** What may stand at the top. */
    public static Scope root() {
        return ROOT;
    }

    /** What may be set for a server. */
    public static Scope ofServer() {
        return SERVER;
    }

    /** What may be set for tools. */
    public static Scope ofPolicy() {
        return POLICY;
    }

    /** What may be set for a kind of clients. */
    public static Scope ofProfile() {
        return PROFILE;
    }

    /** Whether a key of the engine's policies guards this process, and so stands at the top, the same for all tools. */
    public static boolean isLimit(String policyKey) {
        return PolicyScope.isLimit(policyKey);
    }

    /** Whether a key of the engine's policies may stand at the top as well, beneath what policy and tools set. */
    public static boolean isProduction(String policyKey) {
        return PolicyScope.isProduction(policyKey);
    }

    /** Whether a key of policies says how far they are rolled out: it stands at the top, not under policy, and in rules. */
    public static boolean isRollout(String policyKey) {
        return PolicyScope.isRollout(policyKey);
    }

    private static List<Key> all() {
        List<Key> keys = new ArrayList<>();
        keys.add(Key.of("servers", new Shape.Table(Naming.NAME, SERVER), "the servers that stand behind Plimsoll"));
        keys.add(Key.of("preset", Form.choice(Preset.class), "balanced", "a named set of defaults for policy")
                .alive());
        List<Key> rollout = new ArrayList<>();
        for (Key key : POLICY.keys()) {
            if (PolicyScope.isRollout(key.path())) {
                rollout.add(key.alive());
            } else {
                keys.add(key.under("policy").alive());
            }
        }
        keys.add(Key.of("tools", new Shape.Table(Naming.GLOB, POLICY), "what differs from policy for some tools")
                .alive());
        keys.add(Key.of(
                        "resources",
                        new Shape.Table(Naming.ADDRESS, RESOURCES),
                        "what differs from policy for some resources, by the addresses that their servers gave them")
                .alive());
        keys.add(Key.of("clientProfiles", Form.flag(), "true", "whether what a client can take lowers what it gets")
                .alive());
        keys.add(Key.of("profiles", new Shape.Table(Naming.NAME, PROFILE), "what clients can take")
                .alive());
        keys.addAll(rollout);
        for (Key key : PolicyScope.backOff()) {
            keys.add(key.alive());
        }
        for (Key key : PolicyScope.limits()) {
            keys.add(key.alive());
        }
        for (Key key : PolicyScope.production()) {
            keys.add(key.alive());
        }
        keys.addAll(keeping());
        keys.addAll(RedisKeys.all());
        keys.addAll(process());
        keys.addAll(network());
        return keys;
    }

    private static List<Key> server() {
        return List.of(
                Key.of("command", new Shape.Command(), "the program that is started, alone or with its arguments")
                        .with(Secrecy.REFERENCES),
                Key.of("args", new Shape.Many(text(Look.ANY)), "arguments, after those of command")
                        .with(Secrecy.REFERENCES),
                Key.of("env", new Shape.TextMap(), "variables that the program has besides ours")
                        .with(Secrecy.MASKED),
                Key.of("cwd", text(Look.PATH), null, "the folder the program starts in; unset: ours"),
                Key.of("url", text(Look.URL), null, "where a server listens that is not started by us")
                        .with(Secrecy.REFERENCES),
                Key.of("headers", new Shape.TextMap(), "sent with every request to url")
                        .with(Secrecy.MASKED),
                Key.of("oauth.clientId", text(Look.ANY), null, "what login is registered as; unset: registers itself"),
                Key.of("oauth.clientSecret", text(Look.ANY), null, "the secret that belongs to clientId")
                        .with(Secrecy.SECRET),
                Key.of(
                        "oauth.scopes",
                        text(Look.ANY),
                        null,
                        "what login asks for, with blanks between; unset: what the server says"),
                Key.of("timeouts.start", time(Duration.ofMillis(100), DAY), "1m", "until its first answer"),
                Key.of(
                                "timeouts.request",
                                time(Duration.ofMillis(100), DAY),
                                null,
                                "for one answer, progress starts it anew; null: as long as the client waits")
                        .orNull(),
                Key.of(
                        "timeouts.stop",
                        time(Duration.ZERO, Duration.ofMinutes(1)),
                        "1s",
                        "between the end of its input and its end by force"),
                Key.of(
                                "rateLimit",
                                Form.whole(1, 1_000_000),
                                null,
                                "requests a minute to this server; null: any number")
                        .orNull()
                        .alive(),
                Key.of("isolation", ISOLATION, null, "as isolation, for this server")
                        .orNull()
                        .in(Acts.SERVE),
                Key.of("catalog", CATALOG, null, "as catalog, for this server").orNull());
    }

    private static List<Key> profile() {
        List<Key> keys = new ArrayList<>();
        keys.add(Key.of("enabled", Form.flag(), "true", "false: the profile is as if it were not there"));
        keys.add(Key.of("match", new Shape.Many(text(Look.ANY)), "globs of clientInfo.name, whatever its case"));
        for (PolicyKey<?> key : Profile.keys()) {
            keys.add(Key.ceiling(key));
        }
        return keys;
    }

    private static List<Key> keeping() {
        return List.of(
                Key.of("store.type", Form.choice(Store.Type.class), "memory", "where results are kept"),
                Key.of("store.maxBytes", Form.size(1 << 20, TB), "256MB", "how much is kept"),
                Key.of("store.spill.dir", text(Look.PATH), "data/spill", "where a full memory store puts the rest"),
                Key.of("store.spill.maxBytes", Form.size(0, 1024 * TB), "4GB", "how much is put there; 0: nothing"),
                Key.of("cursor.bind", Form.choice(CursorSettings.Bind.class), "caller", "whom a cursor belongs to")
                        .in(Acts.SERVE),
                Key.of("cursor.key", text(Look.ANY), null, "seals cursors; unset: a key file in the data folder")
                        .with(Secrecy.SECRET),
                Key.of("cursor.previousKeys", new Shape.Many(text(Look.ANY)), "keys that still open cursors")
                        .with(Secrecy.SECRET));
    }

    private static List<Key> process() {
        return List.of(
                Key.of("telemetry.retention", time(DAY, Duration.ofDays(3650)), "30d", "how long requests are kept"),
                Key.of("telemetry.maxBytes", Form.size(1 << 20, TB), "1GB", "how much is kept of them"),
                Key.of(
                                "telemetry.capture",
                                Form.flag(),
                                "false",
                                "whether the dashboard can show what shaped answers said: the latest, in memory alone")
                        .in(Acts.SERVE),
                Key.of("maxMessageBytes", Form.bytes(1 << 10, (int) GB), "64MB", "the longest message that is relayed"),
                Key.of(
                        "data",
                        text(Look.OWN_PATH),
                        null,
                        "the folder for what outlives the process; unset: the user's"),
                Key.of("catalog", CATALOG, "full", "how much of the servers' tools is listed"),
                Key.of("logLevel", Form.choice(LogLevel.class), "info", "from which level on something is logged")
                        .alive());
    }

    private static List<Key> network() {
        List<Key> keys = new ArrayList<>(List.of(
                Key.of("listen", text(Look.LISTEN), "127.0.0.1:8080", "where serve listens")
                        .in(Acts.SERVE),
                Key.of("origins", new Shape.Many(text(Look.URL)), "origins of browsers that may call")
                        .in(Acts.SERVE),
                Key.of("insecure", Form.flag(), "false", "allows listening beyond loopback without auth")
                        .in(Acts.SERVE),
                Key.of("sessions.max", Form.whole(1, 1_000_000), "10000", "legacy sessions at a time")
                        .in(Acts.SERVE),
                Key.of("sessions.idle", time(SECOND, DAY), "30m", "when an unused session ends")
                        .in(Acts.SERVE),
                Key.of("isolation", ISOLATION, "session", "who shares the process of a server, or the connection to it")
                        .in(Acts.SERVE),
                Key.of("idle", time(SECOND, DAY), "10m", "when a shared one that nobody uses ends")
                        .in(Acts.SERVE),
                Key.of("maxProcesses", Form.whole(1, 100_000), "100", "processes of started servers at a time")
                        .in(Acts.SERVE),
                Key.of("cluster.peers", new Shape.Many(text(Look.URL)), "the replicas, where calls may be parked")
                        .in(Acts.SERVE)));
        keys.addAll(AccessKeys.all());
        keys.addAll(AlertKeys.all());
        return keys;
    }

    private static Form<String> text(Look look) {
        return new TextForm(look);
    }

    private static Form<Duration> time(Duration min, Duration max) {
        return Form.time(min, max);
    }
}
