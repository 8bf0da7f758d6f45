package dev.plimsoll.gateway.login.oauth;

import dev.plimsoll.gateway.config.model.SecretValue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tokens from an authorization server.
 *
 * @param access the access token
 * @param refresh the refresh token; null if there is none
 * @param obtained when the tokens were requested
 * @param expires when the access token expires; null if unknown
 * @param scopes granted scopes; empty if unknown
 */
public record OAuthTokens(
        SecretValue access,
        @Nullable SecretValue refresh,
        Instant obtained,
        @Nullable Instant expires,
        List<String> scopes) {

    /** Longest time before their end at which tokens are renewed. */
    private static final Duration MAX_RENEWAL_LEAD = Duration.ofSeconds(60);

    /** Copies the scopes. */
    public OAuthTokens {
        scopes = List.copyOf(scopes);
    }

    /** Returns the value of the {@code Authorization} header. */
    public String authorization() {
        return "Bearer " + access.reveal();
    }

    /**
     * Returns whether the tokens are so close to their end that they should be renewed: in the last minute,
     * or in the last tenth of a lifetime of less than ten minutes.
     */
    public boolean isRenewalDue(Instant now) {
        if (expires == null) {
            return false;
        }
        Duration tenth = Duration.between(obtained, expires).dividedBy(10);
        return !now.isBefore(expires.minus(tenth.compareTo(MAX_RENEWAL_LEAD) < 0 ? tenth : MAX_RENEWAL_LEAD));
    }

    /** Returns whether the access token has expired. */
    public boolean isExpired(Instant now) {
        return expires != null && !now.isBefore(expires);
    }
}
