package dev.plimsoll.gateway.config.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * OAuth client settings for {@code login} at the authorization server of an upstream.
 *
 * @param clientId the registered id; null: Plimsoll registers itself
 * @param scopes the requested scopes; empty: the scopes that the server advertises
 */
public record LoginConfig(
        @Nullable String clientId, @Nullable SecretValue clientSecret, List<String> scopes) {

    public LoginConfig {
        scopes = List.copyOf(scopes);
    }
}
