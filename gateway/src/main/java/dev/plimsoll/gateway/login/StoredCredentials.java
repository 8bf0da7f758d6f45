package dev.plimsoll.gateway.login;

import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.login.oauth.LoginException;
import dev.plimsoll.gateway.login.oauth.OAuthClient;
import dev.plimsoll.gateway.login.oauth.OAuthTokens;
import dev.plimsoll.gateway.login.oauth.ServerGrant;
import dev.plimsoll.gateway.upstream.http.UpstreamCredentials;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Credentials that use the stored tokens of a login. Renews the tokens shortly before they expire, or after the
 * server has refused them. Other processes may log in, log out, or renew at any time. Therefore, each use of the
 * tokens checks whether the file has changed, but at most once a second. Before a refresh token is used, the file is
 * always read.
 */
final class StoredCredentials implements UpstreamCredentials {

    private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(40);
    private static final long CHECK_INTERVAL_NANOS = 1_000_000_000;

    /** Pause after a failed renewal, while the current tokens may still work. */
    private static final long RETRY_PAUSE_NANOS = 10_000_000_000L;

    /**
     * A refused token of at most this age is not renewed: it cannot have expired yet, so the server would refuse
     * a new one too.
     */
    private static final Duration MIN_RENEWAL_AGE = Duration.ofSeconds(10);

    private final ServerConfig serverConfig;
    private final URI url;
    private final GrantFile file;
    private final String command;
    private final InstantSource clock;
    private final Log log;
    private final ReentrantLock renewalLock = new ReentrantLock();
    private volatile CachedGrant cachedGrant = new CachedGrant(null, -1, System.nanoTime() - 2 * CHECK_INTERVAL_NANOS);
    private volatile @Nullable OAuthClient oAuthClient;
    private volatile long lastFailureNanos = System.nanoTime() - RETRY_PAUSE_NANOS;

    /** Last known content of the file. */
    private record CachedGrant(@Nullable ServerGrant grant, long modifiedMillis, long checkedNanos) {}

    StoredCredentials(
            ServerConfig serverConfig, URI url, GrantFile file, String command, InstantSource clock, Log log) {
        this.serverConfig = serverConfig;
        this.url = url;
        this.file = file;
        this.command = command;
        this.clock = clock;
        this.log = log;
    }

    @Override
    public String loginCommand() {
        return command;
    }

    @Override
    public @Nullable String authorization() throws IOException {
        ServerGrant serverGrant = System.nanoTime() - cachedGrant.checkedNanos() < CHECK_INTERVAL_NANOS
                ? cachedGrant.grant()
                : readIfChanged();
        if (serverGrant == null) {
            return null;
        }
        OAuthTokens oAuthTokens = serverGrant.tokens();
        Instant now = clock.instant();
        boolean isExpired = oAuthTokens.isExpired(now);
        if (oAuthTokens.refreshToken() == null
                || !oAuthTokens.isRenewalDue(now)
                || (!isExpired && renewalLock.isLocked())) {
            // without a refresh token, even an expired token is sent: only the server knows whether it still
            // accepts it
            return oAuthTokens.authorization();
        }
        return renew(oAuthTokens.authorization(), isExpired);
    }

    @Override
    public boolean onUnauthorized(@Nullable String sent, List<String> challenges) throws IOException {
        ServerGrant serverGrant = read();
        if (serverGrant == null) {
            return false;
        }
        OAuthTokens oAuthTokens = serverGrant.tokens();
        if (!oAuthTokens.authorization().equals(sent)) {
            // other tokens were stored since the request was sent: it can be repeated with them
            return true;
        }
        boolean isRenewable = oAuthTokens.refreshToken() != null
                && Duration.between(oAuthTokens.obtainedAt(), clock.instant()).compareTo(MIN_RENEWAL_AGE) > 0;
        if (!isRenewable) {
            throw loginEnded(
                    serverGrant,
                    "the server " + serverConfig.name() + " does not accept the token of its login (status 401)");
        }
        return !Objects.equals(sent, renew(oAuthTokens.authorization(), true));
    }

    /** Returns the current grant. Reads the file only if it has changed. */
    private @Nullable ServerGrant readIfChanged() throws IOException {
        long now = System.nanoTime();
        CachedGrant cached = cachedGrant;
        if (cached.modifiedMillis() >= 0 && file.modifiedMillis() == cached.modifiedMillis()) {
            cachedGrant = new CachedGrant(cached.grant(), cached.modifiedMillis(), now);
            return cached.grant();
        }
        return read();
    }

    private @Nullable ServerGrant read() throws IOException {
        long version = file.modifiedMillis();
        ServerGrant serverGrant = version < 0 ? null : readFile();
        cachedGrant = new CachedGrant(serverGrant, version, System.nanoTime());
        return serverGrant;
    }

    private @Nullable ServerGrant readFile() {
        try {
            return file.read();
        } catch (IOException e) {
            // the message of any other exception can contain paths
            String reason = e instanceof LoginException ? String.valueOf(e.getMessage()) : "its file is not readable";
            log.log(
                    LogSeverity.ERROR,
                    "a login cannot be read",
                    "server",
                    serverConfig.name(),
                    "file",
                    file.path().toString(),
                    "why",
                    String.valueOf(e.getMessage()));
            String message = "the login at " + serverConfig.name() + " cannot be used: " + reason;
            throw new RefusedException(ErrorCode.CREDENTIAL_NOT_FOUND, message, command)
                    .detail("connectorId", serverConfig.name());
        }
    }

    /**
     * Renews the tokens, unless another thread or process has done so. Returns the new value of the {@code
     * Authorization} header; null if the user has logged out meanwhile.
     *
     * @param isRequired whether the old tokens no longer work, so that a failed renewal is an error
     */
    private @Nullable String renew(String oldAuthorization, boolean isRequired) throws IOException {
        renewalLock.lock();
        try (GrantFile.Lock lock = file.lock(LOCK_TIMEOUT)) {
            Objects.requireNonNull(lock);
            ServerGrant serverGrant = read();
            if (serverGrant == null || !serverGrant.tokens().authorization().equals(oldAuthorization)) {
                return serverGrant == null ? null : serverGrant.tokens().authorization();
            }
            return renew(serverGrant, isRequired);
        } finally {
            renewalLock.unlock();
        }
    }

    private String renew(ServerGrant serverGrant, boolean isRequired) throws IOException {
        if (!isRequired && System.nanoTime() - lastFailureNanos < RETRY_PAUSE_NANOS) {
            return serverGrant.tokens().authorization();
        }
        try {
            ServerGrant renewed = client().renew(serverGrant);
            store(renewed);
            return renewed.tokens().authorization();
        } catch (LoginException e) {
            lastFailureNanos = System.nanoTime();
            String reason = String.valueOf(e.getMessage());
            log.log(LogSeverity.WARN, "a login cannot be renewed", "server", serverConfig.name(), "why", reason);
            if (!isRequired) {
                return serverGrant.tokens().authorization();
            }
            if (e.isPermanent()) {
                throw loginEnded(serverGrant, "the login at " + serverConfig.name() + " has ended: " + reason);
            }
            throw unreachableException(reason);
        }
    }

    /**
     * Stores renewed tokens. If the file cannot be written, logs this and continues: this process uses the new tokens
     * from memory. After it ends, a new login is necessary, because the old refresh token no longer works.
     */
    private void store(ServerGrant renewed) {
        try {
            file.write(renewed);
            log.log(LogSeverity.DEBUG, "a login was renewed", "server", serverConfig.name());
        } catch (IOException e) {
            String reason = e.getClass().getSimpleName() + " " + file.path();
            log.log(
                    LogSeverity.ERROR,
                    "a renewed login cannot be stored",
                    "server",
                    serverConfig.name(),
                    "why",
                    reason);
        }
        cachedGrant = new CachedGrant(renewed, file.modifiedMillis(), System.nanoTime());
    }

    private OAuthClient client() {
        OAuthClient current = oAuthClient;
        if (current == null) {
            current = new OAuthClient(serverConfig, url, clock);
            oAuthClient = current;
        }
        return current;
    }

    private RefusedException loginEnded(ServerGrant serverGrant, String message) {
        return new RefusedException(ErrorCode.CREDENTIAL_NOT_FOUND, message, command)
                .detail("connectorId", serverConfig.name())
                .detail("authUrl", serverGrant.issuer());
    }

    private RefusedException unreachableException(String reason) {
        return new RefusedException(
                        ErrorCode.UPSTREAM_UNAVAILABLE,
                        "the login at " + serverConfig.name() + " cannot be renewed now: " + reason,
                        "repeat the call later")
                .detail("server", serverConfig.name());
    }
}
