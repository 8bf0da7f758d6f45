package dev.plimsoll.gateway.login.oauth;

import dev.plimsoll.gateway.config.model.SecretValue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tokens from an authorization server.
 *
 * @param accessToken the access token
 * @param refreshToken the refresh token; null if there is none
 * @param obtainedAt when the tokens were requested
 * @param expiresAt when the access token expires; null if unknown
 * @param scopes granted scopes; empty if unknown
 */
public record OAuthTokens(
        SecretValue accessToken,
        @Nullable SecretValue refreshToken,
        Instant obtainedAt,
        @Nullable Instant expiresAt,
        List<String> scopes) {

    /** Longest time before their end at which tokens are renewed. */
    private static final Duration MAX_RENEWAL_LEAD = Duration.ofSeconds(60);

    /** Copies the scopes. */
    public OAuthTokens {
        scopes = List.copyOf(scopes);
    }

    /** Returns the value of the {@code Authorization} header. */
    public String authorization() {
        return "Bearer " + accessToken.reveal();
    }

    /**
     * Returns whether the tokens are so close to their end that they should be renewed: in the last minute,
     * or in the last tenth of a lifetime of less than ten minutes.
     */
    public boolean isRenewalDue(Instant now) {
        if (expiresAt == null) {
            return false;
        }
        Duration tenth = Duration.between(obtainedAt, expiresAt).dividedBy(10);
        return !now.isBefore(expiresAt.minus(tenth.compareTo(MAX_RENEWAL_LEAD) < 0 ? tenth : MAX_RENEWAL_LEAD));
    }

    /** Returns whether the access token has expired. */
    public boolean isExpired(Instant now) {
        return expiresAt != null && !now.isBefore(expiresAt);
    }
}
