package dev.plimsoll.gateway.auth;

import dev.plimsoll.gateway.auth.NotAdmittedException.Why;
import dev.plimsoll.gateway.config.model.Access;
import dev.plimsoll.gateway.log.Level;
import dev.plimsoll.gateway.log.Log;
import java.net.InetAddress;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Callers show a token: one that was given out by hand, or an issuer's. */
final class Bearer implements Identification {

    private static final String SCHEME = "bearer ";

    private final StaticTokens tokens;
    private final @Nullable AccessTokens issued;
    private final Attempts attempts;
    private final Log log;

    Bearer(StaticTokens tokens, @Nullable AccessTokens issued, Attempts attempts, Log log) {
        this.tokens = tokens;
        this.issued = issued;
        this.attempts = attempts;
        this.log = log;
    }

    static Bearer of(Access access, InstantSource clock, Log log) {
        AccessTokens issued = access.oauth() == null ? null : AccessTokens.of(access.oauth(), clock, log);
        return new Bearer(new StaticTokens(access.tokens(), clock), issued, new Attempts(clock), log);
    }

    @Override
    public Caller of(Credentials credentials) throws NotAdmittedException {
        String token = token(credentials.authorization());
        boolean issuers = issued != null && AccessTokens.looksLikeOne(token);
        if (!issuers) {
            // by its signature nobody guesses an issuer's, so those need not wait
            attempts.requireCalm(credentials.from(), token);
        }
        try {
            Caller caller = caller(token, credentials);
            if (!issuers) {
                attempts.succeeded(credentials.from(), token);
            }
            return caller;
        } catch (NotAdmittedException e) {
            if (e.why() == Why.INVALID) {
                failed(credentials.from());
            }
            throw e;
        }
    }

    private Caller caller(String token, Credentials credentials) throws NotAdmittedException {
        Caller known = tokens.caller(token);
        if (known != null) {
            return known;
        }
        if (issued == null || !AccessTokens.looksLikeOne(token)) {
            throw NotAdmittedException.invalid("this token is not known here", "use one that this gateway was given");
        }
        return issued.caller(token, credentials.root(), credentials.path());
    }

    private void failed(@Nullable InetAddress from) throws NotAdmittedException {
        if (attempts.failed(from)) {
            log.say(Level.WARN, "too many failed attempts", "from", from == null ? "?" : from.getHostAddress());
        }
    }

    private static String token(List<String> headers) throws NotAdmittedException {
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
                throw NotAdmittedException.malformed("this is no token: it has blanks or foreign characters");
            }
        }
        return token;
    }

    @Override
    public List<String> issuers() {
        return issued == null ? List.of() : List.of(issued.issuer());
    }

    @Override
    public List<String> scopes() {
        return issued == null ? List.of() : issued.scopes();
    }
}
