package dev.plimsoll.gateway.upstream.http;

import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.upstream.http.pool.BodyReader;
import dev.plimsoll.gateway.upstream.http.pool.CancelScope;
import dev.plimsoll.gateway.upstream.http.pool.OutgoingRequest;
import dev.plimsoll.gateway.upstream.http.pool.UpstreamResponse;
import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code WWW-Authenticate} headers of a server: the scopes that it requires, and where a user can grant
 * access.
 */
final class Challenge {

    private static final Pattern AUTHORIZATION = Pattern.compile("authorization_uri=\"([^\"]{1,2000})\"");
    private static final Pattern METADATA = Pattern.compile("resource_metadata=\"([^\"]{1,2000})\"");
    private static final Pattern INSUFFICIENT = Pattern.compile("error=\"?insufficient_scope\"?(?![\\w-])");
    private static final Pattern SCOPE = Pattern.compile("\\bscope=\"([A-Za-z0-9._:/*+ -]{1,500})\"");
    private static final Pattern URL = Pattern.compile("https?://[!#-;=?-Z_a-z~%\\[\\]]{1,2000}");
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final int MAX_METADATA_BYTES = 1 << 16;

    private Challenge() {}

    /**
     * Returns the URL where a user can grant access; null if unknown. If the headers name the URL of
     * metadata, reads it from there, but only if that URL has the origin of the server.
     */
    static @Nullable String findAuthUrl(HttpUpstream server, HttpConnection httpConnection, List<String> challenges) {
        for (String challenge : challenges) {
            Matcher authorization = AUTHORIZATION.matcher(challenge);
            if (authorization.find()) {
                return validUrlOrNull(authorization.group(1));
            }
            Matcher metadata = METADATA.matcher(challenge);
            URI metadataUrl = metadata.find() ? ServerAddress.resolveInOrigin(server.url(), metadata.group(1)) : null;
            if (metadataUrl != null) {
                return findIssuer(httpConnection, metadataUrl);
            }
        }
        return null;
    }

    /**
     * Returns the scopes that a forbidden request lacks; empty if the server names none, or if they have
     * invalid characters.
     */
    static List<String> findMissingScopes(UpstreamResponse upstreamResponse) {
        return findScopes(upstreamResponse, INSUFFICIENT);
    }

    /**
     * Returns the scopes that an unauthenticated client should request; empty if the server names none, or if
     * they have invalid characters.
     */
    static List<String> findRequestedScopes(UpstreamResponse upstreamResponse) {
        return findScopes(upstreamResponse, SCOPE);
    }

    /** Returns the scopes of the first header in which a pattern is found. */
    private static List<String> findScopes(UpstreamResponse upstreamResponse, Pattern required) {
        for (String challenge : upstreamResponse.headers("WWW-Authenticate")) {
            Matcher scope = SCOPE.matcher(challenge);
            if (required.matcher(challenge).find() && scope.find()) {
                return List.of(scope.group(1).strip().split(" +"));
            }
        }
        return List.of();
    }

    private static @Nullable String findIssuer(HttpConnection httpConnection, URI metadataUrl) {
        OutgoingRequest request = OutgoingRequest.get(metadataUrl)
                .addHeader("Accept", "application/json")
                .setTimeout(TIMEOUT);
        try (UpstreamResponse upstreamResponse =
                httpConnection.sendWithoutConfiguredHeaders(request, new CancelScope())) {
            Slice document =
                    upstreamResponse.isSuccess() ? BodyReader.read(upstreamResponse, MAX_METADATA_BYTES) : Slice.of("");
            Slice issuers = Json.isValid(document) ? ObjectEdit.valueIn(document, "authorization_servers") : null;
            if (issuers == null || Json.type(issuers) != JsonType.ARRAY) {
                return null;
            }
            Elements elements = Elements.of(issuers);
            boolean hasIssuer = elements.next() && Json.type(elements.value()) == JsonType.STRING;
            return hasIssuer ? validUrlOrNull(JsonText.unescapeToString(Json.stringInside(elements.value()))) : null;
        } catch (IOException e) {
            return null;
        }
    }

    private static @Nullable String validUrlOrNull(String url) {
        return URL.matcher(url).matches() ? url : null;
    }
}
