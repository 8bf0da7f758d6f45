package dev.plimsoll.gateway.config.model;

import dev.plimsoll.policy.Tier;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Settings for access tokens of an authorization server.
 *
 * @param issuer the issuer, exactly as its tokens name it
 * @param audience required audience of tokens; null: it must be the called URL or a parent of this URL
 * @param jwks URL of the issuer's keys; null: taken from its metadata
 * @param scopes for each tier, the scopes that grant it; one of them suffices
 * @param defaultTier the tier of tokens with none of these scopes; null: they are refused
 */
public record OAuthConfig(
        String issuer,
        @Nullable String audience,
        @Nullable URI jwks,
        Map<Tier, List<String>> scopes,
        @Nullable Tier defaultTier) {

    public OAuthConfig {
        scopes = Map.copyOf(scopes);
    }
}
