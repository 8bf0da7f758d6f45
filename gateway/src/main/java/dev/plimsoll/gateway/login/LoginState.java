package dev.plimsoll.gateway.login;

import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.login.oauth.ServerGrant;
import dev.plimsoll.gateway.login.oauth.TrustedOrigins;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * State of the login at a server, without its tokens.
 *
 * @param obstacle why the server does not allow a login; null if a login is possible
 * @param isLoggedIn whether tokens are stored, even if they cannot be used
 * @param issuer the authorization server; empty without tokens
 * @param expiresAt when the access token expires; null if unknown
 * @param hasRefreshToken whether there is a refresh token; Plimsoll then renews the access token automatically
 * @param problem why the stored tokens could not be read; null if they could
 */
public record LoginState(
        @Nullable String obstacle,
        boolean isLoggedIn,
        String issuer,
        List<String> scopes,
        @Nullable Instant expiresAt,
        boolean hasRefreshToken,
        @Nullable String problem) {

    public LoginState {
        scopes = List.copyOf(scopes);
    }

    /** Reads the state of the login at a server from the data folder. */
    public static LoginState of(ServerConfig serverConfig, Path data) {
        String obstacle = findObstacle(serverConfig);
        URI url = serverConfig.url();
        if (obstacle != null || url == null || !isStored(serverConfig, data)) {
            return new LoginState(obstacle, false, "", List.of(), null, false, null);
        }
        try {
            ServerGrant serverGrant = GrantFile.of(data, url).read();
            return serverGrant == null
                    ? new LoginState(null, false, "", List.of(), null, false, null)
                    : new LoginState(
                            null,
                            true,
                            serverGrant.issuer(),
                            serverGrant.tokens().scopes(),
                            serverGrant.tokens().expiresAt(),
                            serverGrant.tokens().refreshToken() != null,
                            null);
        } catch (IOException e) {
            return new LoginState(null, true, "", List.of(), null, false, String.valueOf(e.getMessage()));
        }
    }

    /** Returns whether tokens for a server are stored. */
    public static boolean isStored(ServerConfig serverConfig, Path data) {
        URI url = serverConfig.url();
        return url != null && GrantFile.of(data, url).modifiedMillis() >= 0;
    }

    /** Returns why no login at a server is possible; null if a login is possible. */
    public static @Nullable String findObstacle(ServerConfig serverConfig) {
        URI url = serverConfig.url();
        if (url == null) {
            return "the server has no url";
        }
        if (!TrustedOrigins.isConfidential(url)) {
            return "the server uses plain http: anyone on the network could read the tokens";
        }
        boolean hasHeader = serverConfig.headers().keySet().stream()
                .anyMatch(name -> name.toLowerCase(Locale.ROOT).equals("authorization"));
        return hasHeader ? "the header Authorization is configured, and would override a login" : null;
    }
}
