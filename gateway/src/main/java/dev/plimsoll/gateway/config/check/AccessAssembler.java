package dev.plimsoll.gateway.config.check;

import dev.plimsoll.gateway.access.AccessRules;
import dev.plimsoll.gateway.config.model.AccessConfig;
import dev.plimsoll.gateway.config.model.CallerToken;
import dev.plimsoll.gateway.config.model.CallerWeights;
import dev.plimsoll.gateway.config.model.ClientCertificates;
import dev.plimsoll.gateway.config.model.NetworkConfig;
import dev.plimsoll.gateway.config.model.OAuthConfig;
import dev.plimsoll.gateway.config.model.TlsConfig;
import dev.plimsoll.gateway.config.model.TrafficConfig;
import dev.plimsoll.gateway.tls.TlsIdentity;
import dev.plimsoll.policy.Tier;
import java.net.URI;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Creates the configuration records for caller access. */
final class AccessAssembler {

    private static final String HASH_PREFIX = "sha256:";

    private final ScopeSettings scopeSettings;
    private final ConfigPaths configPaths;

    AccessAssembler(ScopeSettings scopeSettings, ConfigPaths configPaths) {
        this.scopeSettings = scopeSettings;
        this.configPaths = configPaths;
    }

    AccessConfig createAccess() {
        TlsConfig tlsConfig = scopeSettings.has("tls.certificate") ? createTls(scopeSettings, configPaths) : null;
        return new AccessConfig(
                createTokens(), createOauth(), tlsConfig, findPublicUrl(), createTraffic(), createRules());
    }

    static TlsConfig createTls(ScopeSettings scopeSettings, ConfigPaths configPaths) {
        ClientCertificates clients = scopeSettings.has(TlsIdentity.CLIENT_CA)
                ? new ClientCertificates(
                        configPaths.toAbsolute(scopeSettings.text(TlsIdentity.CLIENT_CA)),
                        !"want".equals(scopeSettings.find("tls.clientAuth")),
                        scopeSettings.has("tls.clientTier")
                                ? parseTier(scopeSettings.text("tls.clientTier"))
                                : Tier.READ)
                : null;
        return new TlsConfig(
                configPaths.toAbsolute(scopeSettings.text(TlsIdentity.CERTIFICATE)),
                configPaths.toAbsolute(scopeSettings.text(TlsIdentity.KEY)),
                clients);
    }

    private AccessRules createRules() {
        Map<String, String> conditions = new LinkedHashMap<>();
        scopeSettings.table("access").forEach((glob, rule) -> conditions.put(glob, rule.text("allow")));
        return AccessRules.of(conditions);
    }

    private TrafficConfig createTraffic() {
        return new TrafficConfig(
                scopeSettings.integer("maxConnections"),
                scopeSettings.integer("maxInFlight"),
                scopeSettings.texts("trustedProxies").stream()
                        .map(NetworkConfig::parse)
                        .filter(Objects::nonNull)
                        .toList(),
                createWeights());
    }

    private CallerWeights createWeights() {
        Map<String, Integer> weights = new LinkedHashMap<>();
        scopeSettings.table("callers").forEach((glob, caller) -> weights.put(glob, caller.integer("weight")));
        return CallerWeights.of(weights);
    }

    private List<CallerToken> createTokens() {
        List<CallerToken> tokens = new ArrayList<>();
        for (Object row : scopeSettings.find("auth.tokens") instanceof List<?> rows ? rows : List.of()) {
            if (row instanceof ScopeSettings token) {
                Instant expires = token.has("expires")
                        ? OffsetDateTime.parse(token.text("expires")).toInstant()
                        : null;
                String hash = token.text("hash").substring(HASH_PREFIX.length()).toLowerCase(Locale.ROOT);
                tokens.add(new CallerToken(token.text("id"), hash, parseTier(token.text("tier")), expires));
            }
        }
        return tokens;
    }

    private @Nullable OAuthConfig createOauth() {
        if (!scopeSettings.has("auth.oauth.issuer")) {
            return null;
        }
        return new OAuthConfig(
                scopeSettings.text("auth.oauth.issuer"),
                (String) scopeSettings.find("auth.oauth.audience"),
                scopeSettings.has("auth.oauth.jwks") ? URI.create(scopeSettings.text("auth.oauth.jwks")) : null,
                Map.of(Tier.READ, scopes("read"), Tier.READ_WRITE, scopes("readWrite"), Tier.ADMIN, scopes("admin")),
                scopeSettings.has("auth.oauth.tier") ? parseTier(scopeSettings.text("auth.oauth.tier")) : null);
    }

    private List<String> scopes(String tier) {
        return List.of(scopeSettings.text("auth.oauth.scopes." + tier).strip().split(" +"));
    }

    private static Tier parseTier(String word) {
        return Tier.valueOf(word.toUpperCase(Locale.ROOT));
    }

    private @Nullable URI findPublicUrl() {
        if (!scopeSettings.has("publicUrl")) {
            return null;
        }
        String url = scopeSettings.text("publicUrl");
        return URI.create(url.endsWith("/") ? url.substring(0, url.length() - 1) : url);
    }
}
