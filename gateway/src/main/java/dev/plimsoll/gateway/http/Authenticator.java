package dev.plimsoll.gateway.http;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.auth.Identification;
import dev.plimsoll.gateway.auth.NotAdmittedException;
import dev.plimsoll.gateway.auth.RequestCredentials;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import java.io.IOException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Authenticates callers, and names the metadata for getting tokens (RFC 6750, RFC 9728). */
final class Authenticator implements PublicPath {

    private static final String METADATA = "/.well-known/oauth-protected-resource";

    private final Identification identification;
    private final PublicAddress address;
    private final TrustedProxies trustedProxies;
    private final Predicate<String> served;

    /** @param served returns whether a path is served */
    Authenticator(
            Identification identification,
            PublicAddress address,
            TrustedProxies trustedProxies,
            Predicate<String> served) {
        this.identification = identification;
        this.address = address;
        this.trustedProxies = trustedProxies;
        this.served = served;
    }

    /** Returns the caller. Without authentication, it is the anonymous caller at its address. */
    AuthenticatedCaller caller(HttpCall call) throws HttpErrorException {
        if (!identification.asks()) {
            return AuthenticatedCaller.anyoneAt(trustedProxies.from(call));
        }
        String root = address.root(call);
        if (hasTokenIn(call.query())) {
            throw challenged(
                    HttpErrorException.invalid(
                            400, "a token must not be in the URL, which is logged", "Authorization: Bearer TOKEN"),
                    ", error=\"invalid_request\"",
                    root + METADATA + call.path());
        }
        try {
            return identification.of(new RequestCredentials(
                    call.headers("Authorization"), trustedProxies.from(call), root, call.path()));
        } catch (NotAdmittedException e) {
            throw refusal(e, root + METADATA + call.path());
        }
    }

    /** Returns the anonymous caller, or null if callers must authenticate. */
    @Nullable AuthenticatedCaller callerIfOpen() {
        return identification.asks() ? null : AuthenticatedCaller.ANYONE;
    }

    private static boolean hasTokenIn(@Nullable String query) {
        return query != null && ("&" + query).contains("&access_token=");
    }

    private HttpErrorException refusal(NotAdmittedException e, String metadata) {
        long seconds = Math.max(1, e.after().plusMillis(999).toSeconds());
        return switch (e.why()) {
            case MISSING -> challenged(of(401, ErrorCode.UNAUTHORIZED, e), "", metadata);
            case MALFORMED -> challenged(of(400, ErrorCode.INVALID_REQUEST, e), error("invalid_request", e), metadata);
            case INVALID -> challenged(of(401, ErrorCode.UNAUTHORIZED, e), error("invalid_token", e), metadata);
            case NO_TIER -> challenged(of(403, ErrorCode.FORBIDDEN, e), error("insufficient_scope", e), metadata);
            case TOO_OFTEN -> of(429, ErrorCode.RATE_LIMITED, e).with("Retry-After", Long.toString(seconds));
            case UNKNOWABLE -> of(503, ErrorCode.UPSTREAM_UNAVAILABLE, e).with("Retry-After", Long.toString(seconds));
        };
    }

    private static HttpErrorException of(int status, ErrorCode code, NotAdmittedException e) {
        return HttpErrorException.of(status, code, e.getMessage(), e.suggestion());
    }

    private static String error(String code, NotAdmittedException e) {
        return ", error=\"" + code + "\", error_description=\"" + quotable(e.getMessage()) + "\"";
    }

    private static String quotable(String text) {
        return text.replaceAll("[^ !#-\\[\\]-~]", "'");
    }

    /** Adds the challenge. Without an issuer there is no metadata to discover. */
    private HttpErrorException challenged(HttpErrorException httpErrorException, String error, String metadata) {
        String more = error;
        if (!identification.issuers().isEmpty()) {
            more = ", resource_metadata=\"" + metadata + "\"" + error + ", scope=\""
                    + quotable(String.join(" ", identification.scopes())) + "\"";
        }
        return httpErrorException.with("WWW-Authenticate", "Bearer realm=\"plimsoll\"" + more);
    }

    // --- the metadata, for everyone

    @Override
    public boolean leadsTo(String path) {
        return path.equals(METADATA) || path.startsWith(METADATA + "/");
    }

    @Override
    public void answer(HttpCall call) throws IOException, HttpErrorException {
        String path = call.path().substring(METADATA.length());
        if (identification.issuers().isEmpty() || !(path.isEmpty() || path.equals("/") || served.test(path))) {
            throw HttpErrorException.of(404, ErrorCode.NOT_FOUND, "no metadata for this path", "call /mcp/NAME");
        }
        String resource = address.root(call) + (path.equals("/") ? "" : path);
        ByteSink out = new ByteSink(512).ascii("{\"resource\":").string(resource);
        out.ascii(",\"authorization_servers\":").strings(identification.issuers());
        out.ascii(",\"scopes_supported\":").strings(identification.scopes());
        out.ascii(",\"bearer_methods_supported\":[\"header\"],\"resource_name\":\"Plimsoll\"}");
        call.with("Cache-Control", "max-age=300");
        call.json(200, Slice.of(out.toByteArray()));
    }
}
