package dev.plimsoll.gateway.auth.check;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.auth.Identification;
import dev.plimsoll.gateway.auth.NotAdmittedException;
import dev.plimsoll.gateway.auth.NotAdmittedException.Reason;
import dev.plimsoll.gateway.auth.RequestCredentials;
import dev.plimsoll.gateway.config.model.AccessConfig;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import java.net.InetAddress;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Identifies callers by bearer tokens: static tokens, or access tokens of an issuer. */
final class Bearer implements Identification {

    private static final String SCHEME = "bearer ";

    private final StaticTokens staticTokens;
    private final @Nullable AccessTokens accessTokens;
    private final FailedAttempts failedAttempts;
    private final Log log;

    Bearer(StaticTokens staticTokens, @Nullable AccessTokens accessTokens, FailedAttempts failedAttempts, Log log) {
        this.staticTokens = staticTokens;
        this.accessTokens = accessTokens;
        this.failedAttempts = failedAttempts;
        this.log = log;
    }

    static Bearer of(AccessConfig accessConfig, InstantSource clock, Log log) {
        Set<String> claimNames = accessConfig.rules().claimNames();
        AccessTokens accessTokens =
                accessConfig.oauth() == null ? null : AccessTokens.of(accessConfig.oauth(), claimNames, clock, log);
        return new Bearer(
                new StaticTokens(accessConfig.tokens(), claimNames, clock),
                accessTokens,
                new FailedAttempts(clock),
                log);
    }

    @Override
    public AuthenticatedCaller identify(RequestCredentials requestCredentials) throws NotAdmittedException {
        String token = parseToken(requestCredentials.authorization());
        try {
            // a valid token is accepted even after too many failures, because a client with a wrong token must not
            // lock out other clients at the same address
            return authenticate(token, requestCredentials);
        } catch (NotAdmittedException e) {
            if (e.reason() == Reason.INVALID) {
                recordFailure(requestCredentials.remoteAddress());
            }
            throw e;
        }
    }

    private AuthenticatedCaller authenticate(String token, RequestCredentials requestCredentials)
            throws NotAdmittedException {
        AuthenticatedCaller staticCaller = staticTokens.findCaller(token);
        if (staticCaller != null) {
            return staticCaller;
        }
        if (accessTokens == null || !AccessTokens.hasJwtForm(token)) {
            throw NotAdmittedException.invalid("unknown token", "use a token that is configured in this gateway");
        }
        return accessTokens.authenticate(token, requestCredentials.rootUrl(), requestCredentials.path());
    }

    /**
     * Counts a failed attempt of an address, and logs when the address reaches its limit.
     *
     * @throws NotAdmittedException if the address had reached its limit before: it must wait
     */
    private void recordFailure(@Nullable InetAddress remoteAddress) throws NotAdmittedException {
        boolean isLimitReached = failedAttempts.recordFailure(remoteAddress);
        if (isLimitReached) {
            log.log(
                    LogSeverity.WARN,
                    "too many failed attempts",
                    "from",
                    remoteAddress == null ? "?" : remoteAddress.getHostAddress());
        }
    }

    private static String parseToken(List<String> headers) throws NotAdmittedException {
        if (headers.size() > 1) {
            throw NotAdmittedException.malformed("there is more than one Authorization header");
        }
        String header = headers.isEmpty() ? "" : headers.get(0).strip();
        if (!header.toLowerCase(Locale.ROOT).startsWith(SCHEME)) {
            throw NotAdmittedException.missing();
        }
        String token = header.substring(SCHEME.length()).strip();
        for (int i = 0; i < token.length(); i++) {
            if (token.charAt(i) <= ' ' || token.charAt(i) > '~') {
                throw NotAdmittedException.malformed("this is not a token: it contains blanks or non-ASCII characters");
            }
        }
        return token;
    }

    @Override
    public List<String> issuers() {
        return accessTokens == null ? List.of() : List.of(accessTokens.issuer());
    }

    @Override
    public List<String> scopes() {
        return accessTokens == null ? List.of() : accessTokens.scopes();
    }
}
