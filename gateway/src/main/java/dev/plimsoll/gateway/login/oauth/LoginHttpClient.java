package dev.plimsoll.gateway.login.oauth;

import dev.plimsoll.json.Slice;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** HTTP client for logins. Time and response size are limited, and redirects to other origins are not followed. */
final class LoginHttpClient {

    static final Duration TIMEOUT = Duration.ofSeconds(15);
    private static final int MAX_BYTES = 256 << 10;
    private static final int MAX_REDIRECTS = 3;

    private final HttpClient http = HttpClient.newBuilder()
            .connectTimeout(TIMEOUT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .version(HttpClient.Version.HTTP_1_1)
            .build();

    /**
     * HTTP response.
     *
     * @param body the body; empty if the response is an event stream, which may never end
     */
    record Response(URI url, int status, Map<String, List<String>> headers, Slice body) {

        boolean isSuccess() {
            return status >= 200 && status < 300;
        }

        List<String> header(String lowerCaseName) {
            return headers.getOrDefault(lowerCaseName, List.of());
        }

        @Nullable OAuthDocument findDocument() {
            return OAuthDocument.parse(body);
        }
    }

    /** Sends a GET request. Follows redirects to the same origin; throws if a redirect leads to another. */
    Response get(URI url) throws LoginException {
        URI currentUrl = url;
        for (int i = 0; ; i++) {
            Response response = send(HttpRequest.newBuilder(currentUrl).header("Accept", "application/json"));
            List<String> location = response.header("location");
            if (response.status() < 300 || response.status() >= 400 || location.isEmpty()) {
                return response;
            }
            currentUrl = resolveRedirect(currentUrl, location.get(0));
            if (i == MAX_REDIRECTS) {
                throw new LoginException(TrustedOrigins.originOf(url) + " redirects too often");
            }
        }
    }

    private static URI resolveRedirect(URI currentUrl, String location) throws LoginException {
        try {
            URI redirectUrl = currentUrl.resolve(location);
            if (TrustedOrigins.originOf(redirectUrl).equals(TrustedOrigins.originOf(currentUrl))
                    && redirectUrl.getRawUserInfo() == null) {
                return redirectUrl;
            }
        } catch (IllegalArgumentException e) {
            // reported below
        }
        throw new LoginException(
                TrustedOrigins.originOf(currentUrl) + " redirects to another origin, which is not followed");
    }

    Response postJson(URI url, Slice body, Map<String, String> headers) throws LoginException {
        HttpRequest.Builder request = HttpRequest.newBuilder(url)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(body.bytes(), body.from(), body.length()));
        headers.forEach(request::header);
        return send(request);
    }

    Response postForm(URI url, Map<String, String> fields, @Nullable String authorization) throws LoginException {
        String form = fields.entrySet().stream()
                .map(field -> urlEncode(field.getKey()) + "=" + urlEncode(field.getValue()))
                .collect(Collectors.joining("&"));
        HttpRequest.Builder request = HttpRequest.newBuilder(url)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Accept", "application/json")
                .POST(BodyPublishers.ofString(form, StandardCharsets.US_ASCII));
        if (authorization != null) {
            request.header("Authorization", authorization);
        }
        return send(request);
    }

    static String urlEncode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private Response send(HttpRequest.Builder builder) throws LoginException {
        HttpRequest request = builder.timeout(TIMEOUT).build();
        URI url = request.uri();
        CompletableFuture<Response> pending = http.sendAsync(request, BodyHandlers.ofInputStream())
                .thenApplyAsync(response -> readResponse(url, response), LoginHttpClient::startThread);
        try {
            return pending.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new LoginException(TrustedOrigins.originOf(url) + " cannot be reached: " + failureReason(e));
        } catch (TimeoutException e) {
            pending.cancel(true);
            throw new LoginException(
                    TrustedOrigins.originOf(url) + " sends no response within " + TIMEOUT.toSeconds() + " s");
        } catch (InterruptedException e) {
            pending.cancel(true);
            Thread.currentThread().interrupt();
            throw new LoginException("the request to " + TrustedOrigins.originOf(url) + " was interrupted");
        }
    }

    private static void startThread(Runnable work) {
        Thread.ofVirtual().name("plimsoll-login").start(work);
    }

    private static Response readResponse(URI url, HttpResponse<InputStream> response) {
        boolean isEventStream =
                response.headers().firstValue("Content-Type").orElse("").strip().startsWith("text/event-stream");
        try (InputStream in = response.body()) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            if (!isEventStream) {
                out.write(in.readNBytes(MAX_BYTES + 1));
            }
            if (out.size() > MAX_BYTES) {
                throw new IllegalStateException("its response has more than " + MAX_BYTES + " bytes");
            }
            return new Response(url, response.statusCode(), response.headers().map(), Slice.of(out.toByteArray()));
        } catch (IOException e) {
            throw new IllegalStateException("its response is incomplete", e);
        }
    }

    /** Returns the reason for a failure. It contains no text from the server, which could mislead the user. */
    private static String failureReason(ExecutionException e) {
        Throwable cause = e;
        for (int depth = 0; cause.getCause() != null && depth < 10; depth++) {
            if (cause.getCause() instanceof IllegalStateException readFailure && readFailure.getMessage() != null) {
                return readFailure.getMessage();
            }
            if (cause instanceof UnknownHostException
                    || cause.getCause() instanceof java.nio.channels.UnresolvedAddressException) {
                return "its host name is not known";
            }
            cause = cause.getCause();
        }
        if (cause instanceof SSLException) {
            return "no secure connection";
        } else if (cause instanceof HttpConnectTimeoutException) {
            return "no connection within " + TIMEOUT.toSeconds() + " s";
        }
        return cause instanceof ConnectException || cause instanceof java.nio.channels.ClosedChannelException
                ? "connection refused"
                : "the connection closed before the response arrived";
    }
}
