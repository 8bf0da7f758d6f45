package dev.plimsoll.gateway.config.check;

import dev.plimsoll.gateway.access.AccessRules;
import dev.plimsoll.gateway.config.key.LoopbackAddress;
import dev.plimsoll.gateway.config.model.ManagementConfig;
import dev.plimsoll.gateway.config.model.TlsConfig;
import dev.plimsoll.gateway.config.source.ConfigOrigin;
import dev.plimsoll.gateway.tls.TlsException;
import dev.plimsoll.gateway.tls.TlsIdentity;
import java.net.URI;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Checks settings of caller access against each other. */
final class AccessConsistency {

    private static final String ISSUER = "auth.oauth.issuer";

    private final ScopeSettings scopeSettings;
    private final ConfigPaths configPaths;
    private final ConfigErrors configErrors;

    AccessConsistency(ScopeSettings scopeSettings, ConfigPaths configPaths, ConfigErrors configErrors) {
        this.scopeSettings = scopeSettings;
        this.configPaths = configPaths;
        this.configErrors = configErrors;
    }

    void check() {
        checkTokens();
        checkOAuth();
        checkRules();
        warnIfUnencrypted();
        checkPublicUrl();
        checkManagement();
        requireIfSet(TlsIdentity.CERTIFICATE, TlsIdentity.KEY);
        requireIfSet(TlsIdentity.KEY, TlsIdentity.CERTIFICATE);
        requireIfSet(TlsIdentity.CLIENT_CA, TlsIdentity.CERTIFICATE);
        requireIfSet("tls.clientAuth", TlsIdentity.CLIENT_CA);
        requireIfSet("tls.clientTier", TlsIdentity.CLIENT_CA);
        if (scopeSettings.has(TlsIdentity.CERTIFICATE) && scopeSettings.has(TlsIdentity.KEY)) {
            checkTls();
        }
    }

    private void checkTokens() {
        if (scopeSettings.find("auth.tokens") instanceof List<?> tokens && tokens.isEmpty()) {
            configErrors.addWarning(
                    "auth.tokens", scopeSettings.origin("auth.tokens"), "is empty: callers need no token");
        }
        Set<String> ids = new HashSet<>();
        Map<String, Integer> hashes = new HashMap<>();
        int index = 0;
        for (Object row : scopeSettings.find("auth.tokens") instanceof List<?> rows ? rows : List.of()) {
            if (row instanceof ScopeSettings token && !token.hasInvalidValue()) {
                checkToken("auth.tokens[" + index + "]", token, ids, hashes, index);
            }
            index++;
        }
    }

    private void checkToken(String path, ScopeSettings token, Set<String> ids, Map<String, Integer> hashes, int index) {
        for (String requiredKey : List.of("id", "hash")) {
            if (!token.has(requiredKey)) {
                configErrors.addError(path, token.origin(), requiredKey + " is missing");
            }
        }
        if (token.has("id") && !ids.add(token.text("id"))) {
            String id = ConfigErrors.toPrintable(token.text("id"));
            configErrors.addError(path + ".id", token.origin("id"), "must be unique, got " + id + " again");
        }
        if (token.has("hash")) {
            Integer earlierIndex = hashes.putIfAbsent(token.text("hash").toLowerCase(Locale.ROOT), index);
            if (earlierIndex != null) {
                configErrors.addError(
                        path + ".hash",
                        token.origin("hash"),
                        "must be unique, got that of auth.tokens[" + earlierIndex + "] again");
            }
        }
        if (token.has("expires")
                && OffsetDateTime.parse(token.text("expires")).toInstant().isBefore(Instant.now())) {
            configErrors.addWarning(path + ".expires", token.origin("expires"), "is in the past: the token is refused");
        }
    }

    private void checkRules() {
        scopeSettings.table("access").forEach((glob, rule) -> {
            if (rule.hasInvalidValue()) {
                return;
            }
            String path = "access." + glob;
            if (!rule.has("allow")) {
                configErrors.addError(path, rule.origin(), "allow is missing");
                return;
            }
            try {
                AccessRules.of(Map.of(glob, rule.text("allow")));
            } catch (IllegalArgumentException e) {
                configErrors.addError(path + ".allow", rule.origin("allow"), String.valueOf(e.getMessage()));
            }
        });
    }

    private void checkOAuth() {
        if (scopeSettings.has(ISSUER)) {
            requireAudience();
            return;
        }
        for (String key : scopeSettings.scope().paths()) {
            if (key.startsWith("auth.oauth.") && scopeSettings.has(key)) {
                if (key.startsWith("auth.oauth.scopes.")) {
                    configErrors.addWarning(key, scopeSettings.origin(key), "has no effect without " + ISSUER);
                } else {
                    configErrors.addError(key, scopeSettings.origin(key), "requires " + ISSUER);
                }
            }
        }
    }

    /**
     * Requires an audience or a public URL, unless only this machine can reach serve. If both were missing, the
     * audience would be the URL from the Host header, which callers can choose.
     */
    private void requireAudience() {
        if (!isLocal() && !scopeSettings.has("auth.oauth.audience") && !scopeSettings.has("publicUrl")) {
            configErrors.addError(
                    ISSUER,
                    scopeSettings.origin(ISSUER),
                    "requires publicUrl or auth.oauth.audience: tokens must be issued for the URL of Plimsoll, which is"
                            + " unknown; listen is only " + ConfigErrors.toPrintable(scopeSettings.text("listen")));
        }
    }

    private void warnIfUnencrypted() {
        boolean hasTokens = scopeSettings.find("auth.tokens") instanceof List<?> list && !list.isEmpty();
        boolean requiresAuthentication = hasTokens || scopeSettings.has(ISSUER);
        boolean isPublicUrlHttps = scopeSettings.has("publicUrl")
                && scopeSettings.text("publicUrl").toLowerCase(Locale.ROOT).startsWith("https:");
        if (requiresAuthentication && !isLocal() && !isPublicUrlHttps && !scopeSettings.has(TlsIdentity.CERTIFICATE)) {
            configErrors.addWarning(
                    "listen",
                    scopeSettings.origin("listen"),
                    "is reachable from other machines without encryption: tokens can be intercepted; set tls,"
                            + " or publicUrl if a proxy encrypts");
        }
    }

    private boolean isLocal() {
        String listen = scopeSettings.text("listen");
        return LoopbackAddress.matches(listen.substring(0, listen.lastIndexOf(':')));
    }

    /**
     * Requires a loopback address if callers may change servers without authentication, because a new server
     * is a command that is started on this machine.
     */
    private void checkManagement() {
        if (!ManagementConfig.Mode.LOCAL.equals(scopeSettings.find("management"))) {
            return;
        }
        boolean hasProxies = !scopeSettings.texts("trustedProxies").isEmpty();
        if (!isLocal() || hasProxies) {
            configErrors.addError(
                    "management",
                    scopeSettings.origin("management"),
                    "local requires "
                            + (hasProxies
                                    ? "no trustedProxies"
                                    : "a loopback address in listen, such as 127.0.0.1:8080")
                            + ": everyone who reaches serve could start programs; use auth");
        }
    }

    private void checkPublicUrl() {
        if (scopeSettings.has("publicUrl")) {
            URI url = URI.create(scopeSettings.text("publicUrl"));
            if (url.getRawQuery() != null || url.getRawFragment() != null || url.getRawUserInfo() != null) {
                configErrors.addError(
                        "publicUrl", scopeSettings.origin("publicUrl"), "must not have a user, query, or fragment");
            }
        }
    }

    private void checkTls() {
        TlsConfig files = AccessAssembler.createTls(scopeSettings, configPaths);
        try {
            for (TlsException warning : TlsIdentity.read(files).warnings(Instant.now())) {
                configErrors.addWarning(
                        warning.configKey(), scopeSettings.origin(warning.configKey()), warning.getMessage());
            }
        } catch (TlsException e) {
            configErrors.addError(e.configKey(), scopeSettings.origin(e.configKey()), e.getMessage());
        }
    }

    /** Reports an error if a key is set without another key that it requires. */
    private void requireIfSet(String key, String requiredKey) {
        if (scopeSettings.has(key) && !scopeSettings.has(requiredKey)) {
            ConfigOrigin configOrigin = scopeSettings.origin(key);
            configErrors.addError(key, configOrigin, "requires " + requiredKey);
        }
    }
}
