package dev.plimsoll.gateway.config.model;

import dev.plimsoll.policy.Tier;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whose access tokens are accepted.
 *
 * @param issuer as their tokens spell it
 * @param audience whom they must be meant for; null: the URL that is called, or one above it
 * @param jwks where the issuer's keys are; null: its metadata says
 * @param scopes of each tier, any of which gives it
 * @param otherwise the tier of tokens with none of these; null: they are refused
 */
public record OAuthConfig(
        String issuer,
        @Nullable String audience,
        @Nullable URI jwks,
        Map<Tier, List<String>> scopes,
        @Nullable Tier otherwise) {

    public OAuthConfig {
        scopes = Map.copyOf(scopes);
    }
}
