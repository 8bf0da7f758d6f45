package dev.plimsoll.gateway.config.check;

import dev.plimsoll.gateway.config.model.Access;
import dev.plimsoll.gateway.config.model.CallerToken;
import dev.plimsoll.gateway.config.model.Network;
import dev.plimsoll.gateway.config.model.OAuth;
import dev.plimsoll.gateway.config.model.Tls;
import dev.plimsoll.gateway.config.model.Traffic;
import dev.plimsoll.policy.Tier;
import java.net.URI;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes the records of who may call. */
final class AccessAssembler {

    private static final String HASH = "sha256:";

    private final Settings settings;
    private final Paths paths;

    AccessAssembler(Settings settings, Paths paths) {
        this.settings = settings;
        this.paths = paths;
    }

    Access access() {
        Tls tls = settings.has("tls.certificate")
                ? new Tls(paths.absolute(settings.text("tls.certificate")), paths.absolute(settings.text("tls.key")))
                : null;
        return new Access(tokens(), oauth(), tls, publicUrl(), traffic());
    }

    private Traffic traffic() {
        return new Traffic(
                settings.whole("maxConnections"),
                settings.whole("maxInFlight"),
                settings.texts("trustedProxies").stream()
                        .map(Network::of)
                        .filter(Objects::nonNull)
                        .toList());
    }

    private List<CallerToken> tokens() {
        List<CallerToken> tokens = new ArrayList<>();
        for (Object row : settings.find("auth.tokens") instanceof List<?> rows ? rows : List.of()) {
            if (row instanceof Settings token) {
                Instant expires = token.has("expires")
                        ? OffsetDateTime.parse(token.text("expires")).toInstant()
                        : null;
                String hash = token.text("hash").substring(HASH.length()).toLowerCase(Locale.ROOT);
                tokens.add(new CallerToken(token.text("id"), hash, tier(token.text("tier")), expires));
            }
        }
        return tokens;
    }

    private @Nullable OAuth oauth() {
        if (!settings.has("auth.oauth.issuer")) {
            return null;
        }
        return new OAuth(
                settings.text("auth.oauth.issuer"),
                (String) settings.find("auth.oauth.audience"),
                settings.has("auth.oauth.jwks") ? URI.create(settings.text("auth.oauth.jwks")) : null,
                Map.of(Tier.READ, scopes("read"), Tier.READ_WRITE, scopes("readWrite"), Tier.ADMIN, scopes("admin")),
                settings.has("auth.oauth.tier") ? tier(settings.text("auth.oauth.tier")) : null);
    }

    private List<String> scopes(String tier) {
        return List.of(settings.text("auth.oauth.scopes." + tier).strip().split(" +"));
    }

    private static Tier tier(String word) {
        return Tier.valueOf(word.toUpperCase(Locale.ROOT));
    }

    private @Nullable URI publicUrl() {
        if (!settings.has("publicUrl")) {
            return null;
        }
        String url = settings.text("publicUrl");
        return URI.create(url.endsWith("/") ? url.substring(0, url.length() - 1) : url);
    }
}
