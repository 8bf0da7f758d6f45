package dev.plimsoll.gateway.http.check;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.auth.Identification;
import dev.plimsoll.gateway.auth.NotAdmittedException;
import dev.plimsoll.gateway.auth.RequestCredentials;
import dev.plimsoll.gateway.http.exchange.HttpCall;
import dev.plimsoll.gateway.http.exchange.HttpErrorException;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Authenticates callers, and serves the metadata that tells clients where to get tokens (RFC 6750, RFC 9728). */
public final class Authenticator implements PublicPath {

    private static final String METADATA_PATH = "/.well-known/oauth-protected-resource";

    private final Identification identification;
    private final PublicAddress publicAddress;
    private final TrustedProxies trustedProxies;
    private final Predicate<String> isServed;

    /** @param isServed returns whether a path is an endpoint */
    public Authenticator(
            Identification identification,
            PublicAddress publicAddress,
            TrustedProxies trustedProxies,
            Predicate<String> isServed) {
        this.identification = identification;
        this.publicAddress = publicAddress;
        this.trustedProxies = trustedProxies;
        this.isServed = isServed;
    }

    /** Returns the caller; if callers need not authenticate, an anonymous caller with its network address. */
    public AuthenticatedCaller authenticate(HttpCall call) throws HttpErrorException {
        AuthenticatedCaller authenticatedCaller = identify(call);
        call.setHolder(authenticatedCaller.holder());
        return authenticatedCaller;
    }

    private AuthenticatedCaller identify(HttpCall call) throws HttpErrorException {
        if (!identification.requiresAuthentication()) {
            return AuthenticatedCaller.anonymousAt(trustedProxies.callerAddress(call));
        }
        String rootUrl = publicAddress.rootUrl(call);
        if (hasToken(call.query())) {
            throw withChallenge(
                    HttpErrorException.invalidRequest(
                            400, "a token must not be in the URL, which is logged", "Authorization: Bearer TOKEN"),
                    ", error=\"invalid_request\"",
                    rootUrl + METADATA_PATH + call.path());
        }
        try {
            return identification.identify(new RequestCredentials(
                    call.headers("Authorization"),
                    trustedProxies.callerAddress(call),
                    rootUrl,
                    call.path(),
                    call.clientCertificate()));
        } catch (NotAdmittedException e) {
            throw toHttpError(e, rootUrl + METADATA_PATH + call.path());
        }
    }

    /** Returns a path as callers see it. */
    public String publicPath(String path) {
        return publicAddress.publicPath(path);
    }

    /** Returns the anonymous caller, or null if callers must authenticate. */
    public @Nullable AuthenticatedCaller findAnonymousCaller() {
        return identification.requiresAuthentication() ? null : AuthenticatedCaller.ANONYMOUS;
    }

    private static boolean hasToken(@Nullable String query) {
        return query != null && ("&" + query).contains("&access_token=");
    }

    private HttpErrorException toHttpError(NotAdmittedException e, String metadataUrl) {
        long seconds = Math.max(1, e.retryAfter().plusMillis(999).toSeconds());
        return switch (e.reason()) {
            case MISSING -> withChallenge(httpError(401, ErrorCode.UNAUTHORIZED, e), "", metadataUrl);
            case MALFORMED ->
                withChallenge(
                        httpError(400, ErrorCode.INVALID_REQUEST, e),
                        errorParameter("invalid_request", e),
                        metadataUrl);
            case INVALID ->
                withChallenge(
                        httpError(401, ErrorCode.UNAUTHORIZED, e), errorParameter("invalid_token", e), metadataUrl);
            case NO_TIER ->
                withChallenge(
                        httpError(403, ErrorCode.FORBIDDEN, e), errorParameter("insufficient_scope", e), metadataUrl);
            case TOO_MANY_ATTEMPTS ->
                httpError(429, ErrorCode.RATE_LIMITED, e).withHeader("Retry-After", Long.toString(seconds));
            case NOT_VERIFIABLE ->
                httpError(503, ErrorCode.UPSTREAM_UNAVAILABLE, e).withHeader("Retry-After", Long.toString(seconds));
        };
    }

    private static HttpErrorException httpError(int status, ErrorCode code, NotAdmittedException e) {
        return HttpErrorException.of(status, code, e.getMessage(), e.suggestion());
    }

    private static String errorParameter(String code, NotAdmittedException e) {
        return ", error=\"" + code + "\", error_description=\"" + toQuotable(e.getMessage()) + "\"";
    }

    private static String toQuotable(String text) {
        return text.replaceAll("[^ !#-\\[\\]-~]", "'");
    }

    /** Adds the challenge. Without an issuer there is no metadata to discover. */
    private HttpErrorException withChallenge(HttpErrorException httpErrorException, String error, String metadataUrl) {
        String parameters = error;
        if (!identification.issuers().isEmpty()) {
            parameters = ", resource_metadata=\"" + metadataUrl + "\"" + error + ", scope=\""
                    + toQuotable(String.join(" ", identification.scopes())) + "\"";
        }
        return httpErrorException.withHeader("WWW-Authenticate", "Bearer realm=\"plimsoll\"" + parameters);
    }

    // --- the metadata, for everyone

    @Override
    public boolean accepts(String path) {
        return path.equals(METADATA_PATH) || path.startsWith(METADATA_PATH + "/");
    }

    @Override
    public void answer(HttpCall call) throws IOException, HttpErrorException {
        String path = call.path().substring(METADATA_PATH.length());
        if (identification.issuers().isEmpty() || !(path.isEmpty() || path.equals("/") || isServed.test(path))) {
            throw HttpErrorException.of(404, ErrorCode.NOT_FOUND, "no metadata for this path", "call /mcp/NAME");
        }
        String resource = publicAddress.rootUrl(call) + (path.equals("/") ? "" : path);
        JsonWriter json = new JsonWriter(512).beginObject().string("resource", resource);
        json.strings("authorization_servers", identification.issuers());
        json.strings("scopes_supported", identification.scopes());
        json.strings("bearer_methods_supported", List.of("header"));
        json.string("resource_name", "Plimsoll").endObject();
        call.setHeader("Cache-Control", "max-age=300");
        call.sendJson(200, Slice.of(json.toByteArray()));
    }
}
