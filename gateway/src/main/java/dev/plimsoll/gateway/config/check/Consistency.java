package dev.plimsoll.gateway.config.check;

import dev.plimsoll.gateway.config.model.Store;
import dev.plimsoll.gateway.config.source.Origin;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Profile;
import dev.plimsoll.policy.Profiles;
import dev.plimsoll.redis.RedisAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What no key shows by itself: values that contradict each other, and things left half done. */
public final class Consistency {

    private static final int KEY_BYTES = 16;
    private static final String REDIS_URL = "redis.url";
    private static final String WEBHOOK_SECRET = "alerts.webhookSecret";
    private static final String CLIENT_SECRET = "oauth.clientSecret";
    /** What {@code run} calls a server that has no name. */
    private static final String UNNAMED = "main";

    private static final Set<String> OF_OTHER_METHODS = Set.of("resources", "prompts");
    private static final List<String> OF_URLS = List.of("headers", "oauth.clientId", CLIENT_SECRET, "oauth.scopes");
    private static final List<String> OF_PROGRAMS = List.of("args", "env", "cwd");

    private final Settings settings;
    private final Paths paths;
    private final Faults faults;

    public Consistency(Settings settings, Paths paths, Faults faults) {
        this.settings = settings;
        this.paths = paths;
        this.faults = faults;
    }

    public void check() {
        settings.table("servers").forEach((name, server) -> {
            if (!server.broken()) {
                server("servers." + name, server);
            }
        });
        if (!settings.broken()) {
            policies();
            new RolloutConsistency(settings, faults).check();
        }
        profiles();
        keys();
        new AccessConsistency(settings, paths, faults).check();
        redis();
    }

    private void server(String path, Settings server) {
        boolean program = server.has("command");
        boolean url = server.has("url");
        if (program && url) {
            faults.wrong(path, server.origin(), "has a command and a url; it may have one of them");
            return;
        }
        if (!program && !url) {
            faults.odd(path, server.origin(), "has no command and no url: only `run --name … -- COMMAND` can use it");
            return;
        }
        for (String one : program ? OF_URLS : OF_PROGRAMS) {
            if (server.has(one)) {
                faults.wrong(path + "." + one, server.origin(one), "belongs to a " + (program ? "url" : "command"));
            }
        }
        if (server.has(CLIENT_SECRET) && !server.has("oauth.clientId")) {
            faults.wrong(path + "." + CLIENT_SECRET, server.origin(CLIENT_SECRET), "needs oauth.clientId as well");
        }
        List<String> command = server.texts("command");
        if (program && command.get(0).isBlank()) {
            faults.wrong(path + ".command", server.origin("command"), "must name a program, got an empty text");
        } else if (program && command.size() == 1 && looksLikeALine(command.get(0)) && !server.has("args")) {
            faults.odd(
                    path + ".command",
                    server.origin("command"),
                    "is taken for the name of one program; write a program with arguments as a list");
        }
    }

    private static boolean looksLikeALine(String program) {
        int space = program.indexOf(' ');
        return space > 0 && program.substring(0, space).indexOf('/') < 0 && program.indexOf('\\') < 0;
    }

    private void policies() {
        Policy base = new PolicySettings(settings, "policy.").apply(Policy.defaults());
        policy("policy", base, settings, "policy.");
        for (Map.Entry<String, Settings> rule : settings.table("tools").entrySet()) {
            Settings set = rule.getValue();
            ruleOnServer(rule.getKey(), set);
            boolean pages = set.has("defaultPageSize") || set.has("maxPageSize");
            boolean times = set.has("ttl") || set.has("maxTtl");
            if (set.has("cache.ttl") && Boolean.FALSE.equals(set.find("readOnly"))) {
                String path = "tools.\"" + Faults.quoted(rule.getKey()) + "\".cache.ttl";
                faults.odd(path, set.origin("cache.ttl"), "has no effect: readOnly is false, and what writes runs");
            }
            if (pages || times) {
                String path = "tools.\"" + Faults.quoted(rule.getKey()) + "\"";
                policy(path, new PolicySettings(set, "").apply(base), set, "");
            }
        }
    }

    /** A rule on a server that is not there matches nothing. */
    private void ruleOnServer(String glob, Settings rule) {
        int slash = glob.indexOf('/');
        String server = slash < 0 ? "*" : glob.substring(0, slash);
        boolean open = server.indexOf('*') >= 0 || server.indexOf('?') >= 0 || server.equals(UNNAMED);
        Map<String, Settings> servers = settings.table("servers");
        boolean others = OF_OTHER_METHODS.contains(server);
        if (open || servers.containsKey(server) || (servers.isEmpty() && !others)) {
            return;
        }
        String path = "tools.\"" + Faults.quoted(glob) + "\"";
        faults.odd(
                path,
                rule.origin(),
                "matches nothing: no server is called " + server
                        + (others ? "; rules on resources stand under resources, by address" : ""));
    }

    private void profiles() {
        settings.table("profiles").forEach((name, profile) -> {
            if (Profiles.named(name) == null && !profile.has("match") && !profile.broken()) {
                List<String> known =
                        Profiles.builtIn().stream().map(Profile::name).toList();
                String near = Suggestion.of(name, known);
                faults.wrong(
                        "profiles." + name,
                        profile.origin(),
                        "must have match: there is no profile of this name to change" + near);
            }
        });
    }

    private void policy(String path, Policy policy, Settings set, String section) {
        int page = policy.get(Policy.DEFAULT_PAGE_SIZE);
        int most = policy.get(Policy.MAX_PAGE_SIZE);
        if (page > most) {
            Origin origin =
                    set.origin(section + (set.has(section + "defaultPageSize") ? "defaultPageSize" : "maxPageSize"));
            faults.wrong(
                    path + ".defaultPageSize", origin, "must not be above maxPageSize, got " + page + " above " + most);
        }
        if (policy.get(Policy.TTL).compareTo(policy.get(Policy.MAX_TTL)) > 0) {
            Origin origin = set.origin(section + (set.has(section + "ttl") ? "ttl" : "maxTtl"));
            faults.odd(path + ".ttl", origin, "is above maxTtl, where it stops: " + policy.text(Policy.MAX_TTL));
        }
    }

    private void keys() {
        if (settings.has("cursor.key")) {
            key("cursor.key", settings.text("cursor.key"), settings.origin("cursor.key"));
        }
        List<String> previous = settings.texts("cursor.previousKeys");
        for (int i = 0; i < previous.size(); i++) {
            key("cursor.previousKeys[" + i + "]", previous.get(i), settings.origin("cursor.previousKeys"));
        }
        if (settings.has(WEBHOOK_SECRET)) {
            key(WEBHOOK_SECRET, settings.text(WEBHOOK_SECRET), settings.origin(WEBHOOK_SECRET));
            if (!settings.has("alerts.webhook")) {
                faults.wrong(WEBHOOK_SECRET, settings.origin(WEBHOOK_SECRET), "needs alerts.webhook as well");
            }
        }
    }

    private void redis() {
        boolean wanted = settings.find("store.type") == Store.Type.REDIS;
        if (!settings.has(REDIS_URL)) {
            if (wanted) {
                faults.wrong("store.type", settings.origin("store.type"), "redis needs redis.url as well");
            }
            return;
        }
        Origin origin = settings.origin(REDIS_URL);
        if (!wanted) {
            faults.odd(REDIS_URL, origin, "has no effect: store.type is not redis");
        }
        try {
            RedisAddress.parse(settings.text(REDIS_URL));
        } catch (IllegalArgumentException e) {
            faults.wrong(REDIS_URL, origin, String.valueOf(e.getMessage()));
        }
        if (wanted && !settings.has("cursor.key")) {
            faults.odd(
                    "store.type",
                    settings.origin("store.type"),
                    "without cursor.key, the same everywhere, nobody else can read the cursors that this process gives");
        }
    }

    private void key(String path, String key, Origin origin) {
        int length = key.getBytes(StandardCharsets.UTF_8).length;
        if (length < KEY_BYTES) {
            faults.wrong(path, origin, "must have at least " + KEY_BYTES + " bytes, got " + length);
        }
    }
}
