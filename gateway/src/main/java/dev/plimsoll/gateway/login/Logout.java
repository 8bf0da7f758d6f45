package dev.plimsoll.gateway.login;

import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.login.oauth.LoginException;
import dev.plimsoll.gateway.login.oauth.OAuthClient;
import dev.plimsoll.gateway.login.oauth.ServerGrant;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.function.Consumer;

/** Logs out from a server: revokes its tokens and deletes them. */
public final class Logout {

    private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(30);

    private final ServerConfig serverConfig;
    private final URI url;
    private final GrantFile file;
    private final Consumer<String> progress;

    private Logout(ServerConfig serverConfig, URI url, GrantFile file, Consumer<String> progress) {
        this.serverConfig = serverConfig;
        this.url = url;
        this.file = file;
        this.progress = progress;
    }

    /**
     * Creates a logout from a server.
     *
     * @throws LoginException if the server has no URL
     */
    public static Logout create(ServerConfig serverConfig, Path data, Consumer<String> progress) throws LoginException {
        URI url = serverConfig.url();
        if (url == null) {
            throw new LoginException(
                    "the server " + serverConfig.name() + " has no url: login needs a server with a url");
        }
        return new Logout(serverConfig, url, GrantFile.of(data, url), progress);
    }

    /**
     * Runs the logout; returns false if there were no tokens. The stored tokens are deleted even if revoking them
     * fails.
     */
    public boolean run() throws IOException {
        if (file.modifiedMillis() < 0) {
            return false;
        }
        try (GrantFile.Lock lock = file.lock(LOCK_TIMEOUT)) {
            Objects.requireNonNull(lock);
            String revoked = revokeAll();
            if (!file.delete()) {
                return false;
            }
            progress.accept("Logged out from " + serverConfig.name() + ": the tokens are deleted here" + revoked + ".");
            return true;
        }
    }

    /** Revokes the tokens. Returns the end of the sentence that tells the user what happened. */
    private String revokeAll() {
        try {
            ServerGrant serverGrant = file.read();
            if (serverGrant == null) {
                return "";
            }
            if (serverGrant.revocationEndpoint() == null) {
                return "; the authorization server cannot revoke them; they expire";
            }
            return new OAuthClient(serverConfig, url, InstantSource.system()).revoke(serverGrant)
                    ? ", and revoked"
                    : "; the authorization server did not revoke them";
        } catch (LoginException e) {
            return "; they could not be revoked: " + e.getMessage();
        } catch (IOException e) {
            return "; they could not be read, and were not revoked";
        }
    }
}
