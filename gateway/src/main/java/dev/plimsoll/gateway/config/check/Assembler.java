package dev.plimsoll.gateway.config.check;

import dev.plimsoll.catalog.Catalog;
import dev.plimsoll.gateway.config.key.Naming;
import dev.plimsoll.gateway.config.model.Alerts;
import dev.plimsoll.gateway.config.model.Catalogs;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.CursorSettings;
import dev.plimsoll.gateway.config.model.Isolation;
import dev.plimsoll.gateway.config.model.LogLevel;
import dev.plimsoll.gateway.config.model.LoginSettings;
import dev.plimsoll.gateway.config.model.Redis;
import dev.plimsoll.gateway.config.model.Rollouts;
import dev.plimsoll.gateway.config.model.Rollouts.BackOff;
import dev.plimsoll.gateway.config.model.Rollouts.Canary;
import dev.plimsoll.gateway.config.model.Rollouts.Step;
import dev.plimsoll.gateway.config.model.Secret;
import dev.plimsoll.gateway.config.model.Server;
import dev.plimsoll.gateway.config.model.Serving;
import dev.plimsoll.gateway.config.model.Sharing;
import dev.plimsoll.gateway.config.model.Store;
import dev.plimsoll.gateway.config.model.Telemetry;
import dev.plimsoll.gateway.config.model.Timeouts;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Preset;
import dev.plimsoll.policy.Profile;
import dev.plimsoll.policy.Profiles;
import dev.plimsoll.policy.ResourceRule;
import dev.plimsoll.policy.Rule;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the records from what is set, when nothing is wrong with it. */
public final class Assembler {

    private final Settings settings;
    private final Paths paths;

    public Assembler(Settings settings, Paths paths) {
        this.settings = settings;
        this.paths = paths;
    }

    /** The data folder is where relative paths start. */
    public Configuration configuration() {
        return new Configuration(
                servers(),
                settings.get("preset", Preset.class).word(),
                policies(),
                store(),
                cursor(),
                settings.whole("maxMessageBytes"),
                serving(),
                telemetry(),
                settings.get("logLevel", LogLevel.class),
                paths.start(),
                "",
                catalogs(),
                alerts(),
                rollouts());
    }

    private Rollouts rollouts() {
        List<Canary> canaries = new ArrayList<>();
        canary("", settings, canaries);
        settings.table("tools").forEach((glob, rule) -> canary(glob, rule, canaries));
        return new Rollouts(canaries, backOff());
    }

    private @Nullable BackOff backOff() {
        return !settings.has("rollout.backOff.window")
                ? null
                : new BackOff(
                        settings.time("rollout.backOff.window"),
                        settings.time("rollout.backOff.for"),
                        settings.whole("rollout.backOff.minRequests"),
                        settings.get("rollout.backOff.failures", Double.class));
    }

    private static void canary(String glob, Settings set, List<Canary> into) {
        List<Step> steps = new ArrayList<>();
        for (Settings row : set.rows("rollout.steps")) {
            steps.add(new Step(row.whole("percent"), (Duration) row.find("for"), (Integer) row.find("pageSize")));
        }
        if (!steps.isEmpty()) {
            into.add(new Canary(glob, steps));
        }
    }

    private Alerts alerts() {
        return new Alerts(
                settings.get("alerts.oversizedShare", Double.class),
                settings.get("alerts.upstreamErrorShare", Double.class),
                settings.get("alerts.estimatorError", Double.class),
                settings.time("alerts.window"),
                settings.whole("alerts.minRequests"),
                secret("alerts.webhook"),
                secret("alerts.webhookSecret"));
    }

    private @Nullable Secret secret(String path) {
        return settings.has(path) ? new Secret(settings.text(path)) : null;
    }

    private Catalogs catalogs() {
        Map<String, Catalog> byServer = new LinkedHashMap<>();
        settings.table("servers").forEach((name, server) -> {
            if (server.has("catalog")) {
                byServer.put(name, server.get("catalog", Catalog.class));
            }
        });
        return new Catalogs(settings.get("catalog", Catalog.class), byServer);
    }

    private List<Server> servers() {
        List<Server> servers = new ArrayList<>();
        settings.table("servers").forEach((name, server) -> servers.add(server(name, server)));
        return servers;
    }

    private Server server(String name, Settings server) {
        List<String> command = new ArrayList<>(server.texts("command"));
        command.addAll(server.texts("args"));
        Path cwd = server.has("cwd") ? paths.absolute(server.text("cwd")) : null;
        URI url = server.has("url") ? URI.create(server.text("url")) : null;
        Timeouts timeouts = new Timeouts(
                server.time("timeouts.start"),
                (Duration) server.find("timeouts.request"),
                server.time("timeouts.stop"));
        return new Server(
                name,
                command,
                server.textMap("env"),
                cwd,
                url,
                server.textMap("headers"),
                timeouts,
                (Integer) server.find("rateLimit"),
                login(server));
    }

    private static @Nullable LoginSettings login(Settings server) {
        if (!server.has("oauth.clientId") && !server.has("oauth.scopes")) {
            return null;
        }
        String scopes = server.has("oauth.scopes") ? server.text("oauth.scopes").strip() : "";
        return new LoginSettings(
                (String) server.find("oauth.clientId"),
                server.has("oauth.clientSecret") ? new Secret(server.text("oauth.clientSecret")) : null,
                scopes.isEmpty() ? List.of() : List.of(scopes.split(" +")));
    }

    private Policies policies() {
        PolicySettings base = new PolicySettings(settings, "policy.");
        List<Rule> rules = new ArrayList<>();
        for (Map.Entry<String, Settings> rule : settings.table("tools").entrySet()) {
            rules.add(new Rule(rule.getKey(), new PolicySettings(rule.getValue(), "")));
        }
        return new Policies(base.apply(Policy.defaults()), rules, profiles()).withResources(resources());
    }

    private List<ResourceRule> resources() {
        List<ResourceRule> rules = new ArrayList<>();
        settings.table("resources").forEach((address, rule) -> {
            String server = serverIn(address);
            String glob = server.isEmpty() ? address : address.substring(server.length() + 1);
            rules.add(new ResourceRule(server, glob, new PolicySettings(rule, "")));
        });
        return rules;
    }

    /** What stands before a colon is a server where it is called so, or where an address with a scheme follows. */
    private String serverIn(String address) {
        int colon = address.indexOf(':');
        String before = colon < 0 ? "" : address.substring(0, colon);
        String rest = address.substring(colon + 1);
        boolean named = Naming.NAME.allows(before) && !rest.isEmpty() && !rest.startsWith("//");
        boolean known = settings.table("servers").containsKey(before);
        return named && (known || rest.contains("://")) ? before : "";
    }

    /** Those that are set go first: a client may be of two kinds, and who set one knows which. */
    private List<Profile> profiles() {
        if (!settings.flag("clientProfiles")) {
            return List.of();
        }
        Map<String, Settings> set = settings.table("profiles");
        List<Profile> profiles = new ArrayList<>();
        set.forEach((name, profile) -> {
            if (profile.flag("enabled")) {
                profiles.add(profile(Profiles.named(name), name, profile));
            }
        });
        for (Profile profile : Profiles.builtIn()) {
            if (!set.containsKey(profile.name())) {
                profiles.add(profile);
            }
        }
        return profiles;
    }

    private static Profile profile(@Nullable Profile builtIn, String name, Settings set) {
        Policy ceilings = builtIn == null ? Policy.defaults() : builtIn.ceilings();
        List<String> match = builtIn == null ? List.of() : builtIn.match();
        return new Profile(
                name, set.has("match") ? set.texts("match") : match, new PolicySettings(set, "").apply(ceilings));
    }

    private Store store() {
        return new Store(
                settings.get("store.type", Store.Type.class),
                settings.size("store.maxBytes"),
                new Store.Spill(
                        paths.absolute(settings.text("store.spill.dir")), settings.size("store.spill.maxBytes")),
                redis());
    }

    private Redis redis() {
        return new Redis(
                secret("redis.url"),
                settings.has("redis.ca") ? paths.absolute(settings.text("redis.ca")) : null,
                settings.time("redis.timeout"),
                settings.whole("redis.connections"),
                settings.whole("redis.maxValueBytes"),
                settings.text("redis.prefix"));
    }

    private CursorSettings cursor() {
        List<Secret> previous = new ArrayList<>();
        settings.texts("cursor.previousKeys").forEach(key -> previous.add(new Secret(key)));
        return new CursorSettings(
                settings.get("cursor.bind", CursorSettings.Bind.class), secret("cursor.key"), previous);
    }

    private Serving serving() {
        return new Serving(
                settings.text("listen"),
                settings.texts("origins"),
                settings.flag("insecure"),
                settings.whole("sessions.max"),
                settings.time("sessions.idle"),
                settings.whole("maxProcesses"),
                sharing(),
                new AccessAssembler(settings, paths).access(),
                settings.texts("cluster.peers"));
    }

    private Sharing sharing() {
        Map<String, Isolation> byServer = new LinkedHashMap<>();
        settings.table("servers").forEach((name, server) -> {
            if (server.has("isolation")) {
                byServer.put(name, isolation(server.text("isolation")));
            }
        });
        return new Sharing(isolation(settings.text("isolation")), byServer, settings.time("idle"));
    }

    private static Isolation isolation(String word) {
        return Isolation.valueOf(word.toUpperCase(Locale.ROOT));
    }

    private Telemetry telemetry() {
        return new Telemetry(
                settings.time("telemetry.retention"),
                settings.size("telemetry.maxBytes"),
                settings.flag("telemetry.capture"));
    }
}
