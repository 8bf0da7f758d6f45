package dev.plimsoll.gateway.config.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How {@code login} introduces itself at the authorization server of an upstream.
 *
 * @param clientId as it was registered there; null: registers itself
 * @param scopes to ask for; none: what the server says
 */
public record LoginConfig(
        @Nullable String clientId, @Nullable SecretValue clientSecret, List<String> scopes) {

    public LoginConfig {
        scopes = List.copyOf(scopes);
    }
}
