package dev.plimsoll.gateway.login;

import dev.plimsoll.gateway.config.model.SecretValue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an authorization server has given out.
 *
 * @param refresh gets others; null where there is none
 * @param expires null where nobody says
 * @param scopes what they are good for; empty where nobody says
 */
record OAuthTokens(
        SecretValue access,
        @Nullable SecretValue refresh,
        Instant obtained,
        @Nullable Instant expires,
        List<String> scopes) {

    private static final Duration AHEAD = Duration.ofSeconds(60);

    OAuthTokens {
        scopes = List.copyOf(scopes);
    }

    String authorization() {
        return "Bearer " + access.reveal();
    }

    /** Whether it is time to get others, though these may still do: short lives are used to nine tenths. */
    boolean isStale(Instant now) {
        if (expires == null) {
            return false;
        }
        Duration tenth = Duration.between(obtained, expires).dividedBy(10);
        return !now.isBefore(expires.minus(tenth.compareTo(AHEAD) < 0 ? tenth : AHEAD));
    }

    boolean isOver(Instant now) {
        return expires != null && !now.isBefore(expires);
    }
}
