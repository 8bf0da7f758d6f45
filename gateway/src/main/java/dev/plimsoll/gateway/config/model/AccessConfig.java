package dev.plimsoll.gateway.config.model;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who may call {@code serve}, and how.
 *
 * @param oauth null: nobody else's access tokens are accepted
 * @param tls null: what is said can be read on the way
 * @param publicUrl what callers reach us by, without a slash at its end; null: what they say in {@code Host}
 * @param traffic how much may come at a time, and by whom
 */
public record AccessConfig(
        List<CallerToken> tokens,
        @Nullable OAuthConfig oauth,
        @Nullable TlsConfig tls,
        @Nullable URI publicUrl,
        TrafficConfig traffic) {

    public AccessConfig {
        tokens = List.copyOf(tokens);
    }

    /** Where nothing is set. */
    public static AccessConfig open() {
        return new AccessConfig(List.of(), null, null, null, TrafficConfig.defaults());
    }

    /** Whether callers have to say who they are. */
    public boolean guarded() {
        return !tokens.isEmpty() || oauth != null;
    }
}
