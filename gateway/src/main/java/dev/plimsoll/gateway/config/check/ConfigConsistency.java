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
public final class ConfigConsistency {

    private static final int MIN_SIGNING_KEY_BYTES = 16;
    private static final String REDIS_URL = "redis.url";
    private static final String WEBHOOK_SECRET = "alerts.webhookSecret";
    private static final String CLIENT_SECRET = "oauth.clientSecret";
    /** The name that {@code run} gives to an unnamed server. */
    private static final String DEFAULT_NAME = "main";

    /** Name that no server can have, because addresses contain it as the name of Plimsoll itself. */
    private static final String RESERVED_NAME = "plimsoll";

    /** Words before a slash that are probably meant for resources or prompts, and not as the name of a server. */
    private static final Set<String> OTHER_METHODS = Set.of("resources", "prompts");

    private static final List<String> URL_KEYS = List.of("headers", "oauth.clientId", CLIENT_SECRET, "oauth.scopes");
    private static final List<String> COMMAND_KEYS = List.of("args", "env", "cwd");

    private final ScopeSettings scopeSettings;
    private final ConfigPaths configPaths;
    private final ConfigErrors configErrors;

    public ConfigConsistency(ScopeSettings scopeSettings, ConfigPaths configPaths, ConfigErrors configErrors) {
        this.scopeSettings = scopeSettings;
        this.configPaths = configPaths;
        this.configErrors = configErrors;
    }

    public void check() {
        scopeSettings.table("servers").forEach((name, server) -> {
            if (!server.hasInvalidValue()) {
                checkServer("servers." + name, server);
            }
        });
        if (!scopeSettings.hasInvalidValue()) {
            checkPolicies();
            new RolloutConsistency(scopeSettings, configErrors).check();
        }
        new StoredConsistency(scopeSettings, configErrors).check();
        checkProfiles();
        checkSigningKeys();
        new AccessConsistency(scopeSettings, configPaths, configErrors).check();
        checkRedis();
    }

    private void checkServer(String path, ScopeSettings server) {
        if (path.equals("servers." + RESERVED_NAME)) {
            configErrors.addError(path, server.origin(), "is the name of Plimsoll itself; choose another name");
        }
        boolean hasCommand = server.has("command");
        boolean hasUrl = server.has("url");
        if (hasCommand && hasUrl) {
            configErrors.addError(path, server.origin(), "has a command and a url; only one is allowed");
            return;
        }
        if (!hasCommand && !hasUrl) {
            configErrors.addWarning(
                    path, server.origin(), "has no command and no url: only `run --name … -- COMMAND` can use it");
            return;
        }
        for (String key : hasCommand ? URL_KEYS : COMMAND_KEYS) {
            if (server.has(key)) {
                configErrors.addError(
                        path + "." + key,
                        server.origin(key),
                        "is allowed only with a " + (hasCommand ? "url" : "command"));
            }
        }
        if (server.has(CLIENT_SECRET) && !server.has("oauth.clientId")) {
            configErrors.addError(path + "." + CLIENT_SECRET, server.origin(CLIENT_SECRET), "requires oauth.clientId");
        }
        List<String> command = server.texts("command");
        if (hasCommand && command.get(0).isBlank()) {
            configErrors.addError(
                    path + ".command", server.origin("command"), "must name a program, got an empty text");
        } else if (hasCommand && command.size() == 1 && isLikelyCommandLine(command.get(0)) && !server.has("args")) {
            configErrors.addWarning(
                    path + ".command",
                    server.origin("command"),
                    "is read as the name of one program; write a program with arguments as a list");
        }
    }

    private static boolean isLikelyCommandLine(String program) {
        int space = program.indexOf(' ');
        return space > 0 && program.substring(0, space).indexOf('/') < 0 && program.indexOf('\\') < 0;
    }

    private void checkPolicies() {
        Policy basePolicy = new PolicySettings(scopeSettings, "policy.").apply(Policy.defaults());
        checkPolicy("policy", basePolicy, scopeSettings, "policy.");
        for (Map.Entry<String, ScopeSettings> rule :
                scopeSettings.table("tools").entrySet()) {
            ScopeSettings ruleSettings = rule.getValue();
            warnIfServerUnknown(rule.getKey(), ruleSettings);
            boolean setsPageSize = ruleSettings.has("defaultPageSize") || ruleSettings.has("maxPageSize");
            boolean setsTtl = ruleSettings.has("ttl") || ruleSettings.has("maxTtl");
            if (ruleSettings.has("cache.ttl") && Boolean.FALSE.equals(ruleSettings.find("readOnly"))) {
                String path = "tools.\"" + ConfigErrors.toPrintable(rule.getKey()) + "\".cache.ttl";
                configErrors.addWarning(
                        path,
                        ruleSettings.origin("cache.ttl"),
                        "has no effect: readOnly is false, and tools that write always run");
            }
            if (setsPageSize || setsTtl) {
                String path = "tools.\"" + ConfigErrors.toPrintable(rule.getKey()) + "\"";
                checkPolicy(path, new PolicySettings(ruleSettings, "").apply(basePolicy), ruleSettings, "");
            }
        }
    }

    /** Warns about a rule for a server that does not exist, because it matches nothing. */
    private void warnIfServerUnknown(String glob, ScopeSettings rule) {
        int slash = glob.indexOf('/');
        String server = slash < 0 ? "*" : glob.substring(0, slash);
        boolean isGlobOrDefault = server.indexOf('*') >= 0 || server.indexOf('?') >= 0 || server.equals(DEFAULT_NAME);
        Map<String, ScopeSettings> servers = scopeSettings.table("servers");
        boolean isOtherMethod = OTHER_METHODS.contains(server);
        if (isGlobOrDefault || servers.containsKey(server) || (servers.isEmpty() && !isOtherMethod)) {
            return;
        }
        String path = "tools.\"" + ConfigErrors.toPrintable(glob) + "\"";
        configErrors.addWarning(
                path,
                rule.origin(),
                "matches nothing: there is no server " + server
                        + (isOtherMethod ? "; rules for resources are under resources, by URI" : ""));
    }

    private void checkProfiles() {
        scopeSettings.table("profiles").forEach((name, profile) -> {
            if (Profiles.find(name) == null && !profile.has("match") && !profile.hasInvalidValue()) {
                List<String> knownNames =
                        Profiles.builtIn().stream().map(Profile::name).toList();
                String suggestion = Suggestion.didYouMean(name, knownNames);
                configErrors.addError(
                        "profiles." + name,
                        profile.origin(),
                        "match is missing: there is no built-in profile of this name" + suggestion);
            }
        });
    }

    private void checkPolicy(String path, Policy policy, ScopeSettings settings, String section) {
        int defaultPageSize = policy.get(Policy.DEFAULT_PAGE_SIZE);
        int maxPageSize = policy.get(Policy.MAX_PAGE_SIZE);
        if (defaultPageSize > maxPageSize) {
            ConfigOrigin configOrigin = settings.origin(
                    section + (settings.has(section + "defaultPageSize") ? "defaultPageSize" : "maxPageSize"));
            configErrors.addError(
                    path + ".defaultPageSize",
                    configOrigin,
                    "must be at most maxPageSize, " + maxPageSize + ", got " + defaultPageSize);
        }
        if (policy.get(Policy.TTL).compareTo(policy.get(Policy.MAX_TTL)) > 0) {
            ConfigOrigin configOrigin = settings.origin(section + (settings.has(section + "ttl") ? "ttl" : "maxTtl"));
            configErrors.addWarning(
                    path + ".ttl", configOrigin, "is limited by maxTtl: " + policy.text(Policy.MAX_TTL));
        }
    }

    private void checkSigningKeys() {
        if (scopeSettings.has("cursor.key")) {
            checkSigningKeyLength("cursor.key", scopeSettings.text("cursor.key"), scopeSettings.origin("cursor.key"));
        }
        List<String> previousKeys = scopeSettings.texts("cursor.previousKeys");
        for (int i = 0; i < previousKeys.size(); i++) {
            checkSigningKeyLength(
                    "cursor.previousKeys[" + i + "]", previousKeys.get(i), scopeSettings.origin("cursor.previousKeys"));
        }
        if (scopeSettings.has(WEBHOOK_SECRET)) {
            checkSigningKeyLength(
                    WEBHOOK_SECRET, scopeSettings.text(WEBHOOK_SECRET), scopeSettings.origin(WEBHOOK_SECRET));
            if (!scopeSettings.has("alerts.webhook")) {
                configErrors.addError(WEBHOOK_SECRET, scopeSettings.origin(WEBHOOK_SECRET), "requires alerts.webhook");
            }
        }
    }

    private void checkRedis() {
        boolean isRedis = scopeSettings.find("store.type") == StoreConfig.Type.REDIS;
        if (!scopeSettings.has(REDIS_URL)) {
            if (isRedis) {
                configErrors.addError("store.type", scopeSettings.origin("store.type"), "redis requires redis.url");
            }
            return;
        }
        ConfigOrigin configOrigin = scopeSettings.origin(REDIS_URL);
        if (!isRedis) {
            configErrors.addWarning(REDIS_URL, configOrigin, "has no effect: store.type is not redis");
        }
        try {
            RedisAddress.parse(scopeSettings.text(REDIS_URL));
        } catch (IllegalArgumentException e) {
            configErrors.addError(REDIS_URL, configOrigin, String.valueOf(e.getMessage()));
        }
        if (isRedis && !scopeSettings.has("cursor.key")) {
            configErrors.addWarning(
                    "store.type",
                    scopeSettings.origin("store.type"),
                    "without cursor.key, other processes cannot read the cursors of this one; set the same key everywhere");
        }
    }

    private void checkSigningKeyLength(String path, String key, ConfigOrigin configOrigin) {
        int length = key.getBytes(StandardCharsets.UTF_8).length;
        if (length < MIN_SIGNING_KEY_BYTES) {
            configErrors.addError(
                    path, configOrigin, "must have at least " + MIN_SIGNING_KEY_BYTES + " bytes, got " + length);
        }
    }
}
