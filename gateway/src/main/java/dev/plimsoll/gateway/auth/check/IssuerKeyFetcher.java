package dev.plimsoll.gateway.auth.check;

import dev.plimsoll.gateway.config.key.LoopbackAddress;
import dev.plimsoll.gateway.config.model.OAuthConfig;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Fetches the keys of an authorization server, from the configured URL or the one in its metadata. */
final class IssuerKeyFetcher implements IssuerKeys.Source {

    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(5);
    private static final int MAX_BYTES = 512 << 10;

    private final OAuthConfig config;
    private final Duration timeout;
    /** Redirects are not followed, so that only URLs from the configuration or the metadata are called. */
    private final HttpClient http = HttpClient.newBuilder()
            .connectTimeout(DEFAULT_TIMEOUT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .version(HttpClient.Version.HTTP_1_1)
            .build();

    IssuerKeyFetcher(OAuthConfig config) {
        this(config, DEFAULT_TIMEOUT);
    }

    /** Creates a fetcher with another timeout, for tests. */
    IssuerKeyFetcher(OAuthConfig config, Duration timeout) {
        this.config = config;
        this.timeout = timeout;
    }

    @Override
    public List<IssuerKey> fetch() throws IOException {
        URI url = config.jwks() == null ? findKeysUrl() : config.jwks();
        byte[] body = fetchBody(url);
        if (body == null) {
            throw new IOException(url + ": not found");
        }
        try {
            return IssuerKey.parseSet(body);
        } catch (IllegalArgumentException e) {
            throw new IOException(url + ": " + e.getMessage(), e);
        }
    }

    /** Returns the URL of the keys from the metadata. */
    private URI findKeysUrl() throws IOException {
        for (URI url : WellKnown.metadataUrls(URI.create(config.issuer()))) {
            byte[] metadata = fetchBody(url);
            if (metadata != null) {
                return parseKeysUrl(url, Slice.of(metadata));
            }
        }
        throw new IOException(config.issuer() + ": has no metadata; set auth.oauth.jwks");
    }

    private URI parseKeysUrl(URI url, Slice metadata) throws IOException {
        if (!Json.isValid(metadata) || Json.type(metadata) != JsonType.OBJECT) {
            throw new IOException(url + ": is not a JSON object");
        }
        String issuer = findString(metadata, "issuer");
        if (!config.issuer().equals(issuer)) {
            throw new IOException(url + ": belongs to another issuer: " + issuer);
        }
        String keysUrl = findString(metadata, "jwks_uri");
        if (keysUrl == null) {
            throw new IOException(url + ": has no jwks_uri");
        }
        return requireSecure(url, keysUrl);
    }

    private static @Nullable String findString(Slice object, String name) {
        Slice value = Members.get(object, name);
        return value == null || Json.type(value) != JsonType.STRING
                ? null
                : JsonText.unescapeToString(Json.stringInside(value));
    }

    private static URI requireSecure(URI url, String keysUrl) throws IOException {
        try {
            URI uri = URI.create(keysUrl);
            boolean isHttps = "https".equalsIgnoreCase(uri.getScheme());
            boolean isHttp = "http".equalsIgnoreCase(uri.getScheme()) && uri.getHost() != null;
            if (uri.getHost() != null && (isHttps || (isHttp && LoopbackAddress.matches(uri.getHost())))) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            // reported below
        }
        throw new IOException(url + ": its jwks_uri must be an https URL");
    }

    /** Returns the content of a URL; null for a client error (4xx). */
    private byte @Nullable [] fetchBody(URI url) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(url)
                .timeout(timeout)
                .header("Accept", "application/json")
                .build();
        CompletableFuture<HttpResponse<byte[]>> pending =
                http.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), MAX_BYTES));
        try {
            HttpResponse<byte[]> response = pending.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            if (response.statusCode() == 200) {
                return response.body();
            }
            if (response.statusCode() >= 400 && response.statusCode() < 500) {
                return null;
            }
            throw new IOException(url + ": responds with status " + response.statusCode());
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            String reason = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
            throw new IOException(url + ": cannot be reached: " + reason, e);
        } catch (TimeoutException e) {
            pending.cancel(true);
            throw new IOException(url + ": sends no response within " + timeout.toMillis() + " ms", e);
        } catch (InterruptedException e) {
            pending.cancel(true);
            Thread.currentThread().interrupt();
            throw new IOException(url + ": was interrupted", e);
        }
    }
}
