package dev.plimsoll.gateway.login;

import dev.plimsoll.gateway.config.model.SecretValue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tokens from an authorization server.
 *
 * @param refresh null if there is no refresh token
 * @param expires null if unknown
 * @param scopes granted scopes; empty if unknown
 */
record OAuthTokens(
        SecretValue access,
        @Nullable SecretValue refresh,
        Instant obtained,
        @Nullable Instant expires,
        List<String> scopes) {

    private static final Duration RENEW_BEFORE = Duration.ofSeconds(60);

    OAuthTokens {
        scopes = List.copyOf(scopes);
    }

    String authorization() {
        return "Bearer " + access.reveal();
    }

    /**
     * Returns whether to renew the tokens although they may still work: after nine tenths of a short life, or one
     * minute before the end.
     */
    boolean shouldRenew(Instant now) {
        if (expires == null) {
            return false;
        }
        Duration tenth = Duration.between(obtained, expires).dividedBy(10);
        return !now.isBefore(expires.minus(tenth.compareTo(RENEW_BEFORE) < 0 ? tenth : RENEW_BEFORE));
    }

    boolean isExpired(Instant now) {
        return expires != null && !now.isBefore(expires);
    }
}
