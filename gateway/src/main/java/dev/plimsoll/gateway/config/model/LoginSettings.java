package dev.plimsoll.gateway.config.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How {@code login} introduces itself at the authorization server of an upstream.
 *
 * @param clientId as it was registered there; null: registers itself
 * @param scopes to ask for; none: what the server says
 */
public record LoginSettings(
        @Nullable String clientId, @Nullable Secret clientSecret, List<String> scopes) {

    public LoginSettings {
        scopes = List.copyOf(scopes);
    }
}
