package dev.plimsoll.gateway.config.check;

import dev.plimsoll.gateway.config.model.StoreConfig;
import dev.plimsoll.gateway.config.source.ConfigOrigin;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Profile;
import dev.plimsoll.policy.Profiles;
import dev.plimsoll.redis.RedisAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks keys against each other: contradictions and missing values. */
public final class ServerConsistency {

    private static final int KEY_BYTES = 16;
    private static final String REDIS_URL = "redis.url";
    private static final String WEBHOOK_SECRET = "alerts.webhookSecret";
    private static final String CLIENT_SECRET = "oauth.clientSecret";
    /** The name that {@code run} gives to an unnamed server. */
    private static final String UNNAMED = "main";

    private static final Set<String> OF_OTHER_METHODS = Set.of("resources", "prompts");
    private static final List<String> OF_URLS = List.of("headers", "oauth.clientId", CLIENT_SECRET, "oauth.scopes");
    private static final List<String> OF_PROGRAMS = List.of("args", "env", "cwd");

    private final ScopeSettings scopeSettings;
    private final ConfigPaths configPaths;
    private final ConfigErrors configErrors;

    public ServerConsistency(ScopeSettings scopeSettings, ConfigPaths configPaths, ConfigErrors configErrors) {
        this.scopeSettings = scopeSettings;
        this.configPaths = configPaths;
        this.configErrors = configErrors;
    }

    public void check() {
        scopeSettings.table("servers").forEach((name, server) -> {
            if (!server.broken()) {
                server("servers." + name, server);
            }
        });
        if (!scopeSettings.broken()) {
            policies();
            new RolloutConsistency(scopeSettings, configErrors).check();
        }
        profiles();
        keys();
        new AccessConsistency(scopeSettings, configPaths, configErrors).check();
        redis();
    }

    private void server(String path, ScopeSettings server) {
        boolean program = server.has("command");
        boolean url = server.has("url");
        if (program && url) {
            configErrors.wrong(path, server.origin(), "has a command and a url; only one is allowed");
            return;
        }
        if (!program && !url) {
            configErrors.odd(
                    path, server.origin(), "has no command and no url: only `run --name … -- COMMAND` can use it");
            return;
        }
        for (String one : program ? OF_URLS : OF_PROGRAMS) {
            if (server.has(one)) {
                configErrors.wrong(
                        path + "." + one, server.origin(one), "is allowed only with a " + (program ? "url" : "command"));
            }
        }
        if (server.has(CLIENT_SECRET) && !server.has("oauth.clientId")) {
            configErrors.wrong(
                    path + "." + CLIENT_SECRET, server.origin(CLIENT_SECRET), "requires oauth.clientId");
        }
        List<String> command = server.texts("command");
        if (program && command.get(0).isBlank()) {
            configErrors.wrong(path + ".command", server.origin("command"), "must name a program, got an empty text");
        } else if (program && command.size() == 1 && looksLikeALine(command.get(0)) && !server.has("args")) {
            configErrors.odd(
                    path + ".command",
                    server.origin("command"),
                    "is read as the name of one program; write a program with arguments as a list");
        }
    }

    private static boolean looksLikeALine(String program) {
        int space = program.indexOf(' ');
        return space > 0 && program.substring(0, space).indexOf('/') < 0 && program.indexOf('\\') < 0;
    }

    private void policies() {
        Policy base = new PolicySettings(scopeSettings, "policy.").apply(Policy.defaults());
        policy("policy", base, scopeSettings, "policy.");
        for (Map.Entry<String, ScopeSettings> rule :
                scopeSettings.table("tools").entrySet()) {
            ScopeSettings set = rule.getValue();
            ruleOnServer(rule.getKey(), set);
            boolean pages = set.has("defaultPageSize") || set.has("maxPageSize");
            boolean times = set.has("ttl") || set.has("maxTtl");
            if (set.has("cache.ttl") && Boolean.FALSE.equals(set.find("readOnly"))) {
                String path = "tools.\"" + ConfigErrors.quoted(rule.getKey()) + "\".cache.ttl";
                configErrors.odd(
                        path, set.origin("cache.ttl"), "has no effect: readOnly is false, and tools that write always run");
            }
            if (pages || times) {
                String path = "tools.\"" + ConfigErrors.quoted(rule.getKey()) + "\"";
                policy(path, new PolicySettings(set, "").apply(base), set, "");
            }
        }
    }

    /** Warns about a rule for a server that does not exist, because it matches nothing. */
    private void ruleOnServer(String glob, ScopeSettings rule) {
        int slash = glob.indexOf('/');
        String server = slash < 0 ? "*" : glob.substring(0, slash);
        boolean open = server.indexOf('*') >= 0 || server.indexOf('?') >= 0 || server.equals(UNNAMED);
        Map<String, ScopeSettings> servers = scopeSettings.table("servers");
        boolean others = OF_OTHER_METHODS.contains(server);
        if (open || servers.containsKey(server) || (servers.isEmpty() && !others)) {
            return;
        }
        String path = "tools.\"" + ConfigErrors.quoted(glob) + "\"";
        configErrors.odd(
                path,
                rule.origin(),
                "matches nothing: there is no server " + server
                        + (others ? "; rules for resources are under resources, by URI" : ""));
    }

    private void profiles() {
        scopeSettings.table("profiles").forEach((name, profile) -> {
            if (Profiles.named(name) == null && !profile.has("match") && !profile.broken()) {
                List<String> known =
                        Profiles.builtIn().stream().map(Profile::name).toList();
                String near = Suggestion.of(name, known);
                configErrors.wrong(
                        "profiles." + name,
                        profile.origin(),
                        "match is missing: there is no built-in profile of this name" + near);
            }
        });
    }

    private void policy(String path, Policy policy, ScopeSettings set, String section) {
        int page = policy.get(Policy.DEFAULT_PAGE_SIZE);
        int maxPageSize = policy.get(Policy.MAX_PAGE_SIZE);
        if (page > maxPageSize) {
            ConfigOrigin configOrigin =
                    set.origin(section + (set.has(section + "defaultPageSize") ? "defaultPageSize" : "maxPageSize"));
            configErrors.wrong(
                    path + ".defaultPageSize",
                    configOrigin,
                    "must be at most maxPageSize, " + maxPageSize + ", got " + page);
        }
        if (policy.get(Policy.TTL).compareTo(policy.get(Policy.MAX_TTL)) > 0) {
            ConfigOrigin configOrigin = set.origin(section + (set.has(section + "ttl") ? "ttl" : "maxTtl"));
            configErrors.odd(
                    path + ".ttl", configOrigin, "is limited by maxTtl: " + policy.text(Policy.MAX_TTL));
        }
    }

    private void keys() {
        if (scopeSettings.has("cursor.key")) {
            key("cursor.key", scopeSettings.text("cursor.key"), scopeSettings.origin("cursor.key"));
        }
        List<String> previous = scopeSettings.texts("cursor.previousKeys");
        for (int i = 0; i < previous.size(); i++) {
            key("cursor.previousKeys[" + i + "]", previous.get(i), scopeSettings.origin("cursor.previousKeys"));
        }
        if (scopeSettings.has(WEBHOOK_SECRET)) {
            key(WEBHOOK_SECRET, scopeSettings.text(WEBHOOK_SECRET), scopeSettings.origin(WEBHOOK_SECRET));
            if (!scopeSettings.has("alerts.webhook")) {
                configErrors.wrong(
                        WEBHOOK_SECRET, scopeSettings.origin(WEBHOOK_SECRET), "requires alerts.webhook");
            }
        }
    }

    private void redis() {
        boolean isRedis = scopeSettings.find("store.type") == StoreConfig.Type.REDIS;
        if (!scopeSettings.has(REDIS_URL)) {
            if (isRedis) {
                configErrors.wrong("store.type", scopeSettings.origin("store.type"), "redis requires redis.url");
            }
            return;
        }
        ConfigOrigin configOrigin = scopeSettings.origin(REDIS_URL);
        if (!isRedis) {
            configErrors.odd(REDIS_URL, configOrigin, "has no effect: store.type is not redis");
        }
        try {
            RedisAddress.parse(scopeSettings.text(REDIS_URL));
        } catch (IllegalArgumentException e) {
            configErrors.wrong(REDIS_URL, configOrigin, String.valueOf(e.getMessage()));
        }
        if (isRedis && !scopeSettings.has("cursor.key")) {
            configErrors.odd(
                    "store.type",
                    scopeSettings.origin("store.type"),
                    "without cursor.key, other processes cannot read the cursors of this one; set the same key everywhere");
        }
    }

    private void key(String path, String key, ConfigOrigin configOrigin) {
        int length = key.getBytes(StandardCharsets.UTF_8).length;
        if (length < KEY_BYTES) {
            configErrors.wrong(path, configOrigin, "must have at least " + KEY_BYTES + " bytes, got " + length);
        }
    }
}
