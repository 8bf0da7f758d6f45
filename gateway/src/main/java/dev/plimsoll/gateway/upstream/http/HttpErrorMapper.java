package dev.plimsoll.gateway.upstream.http;

import dev.plimsoll.gateway.rpc.MessageTooLarge;
import dev.plimsoll.gateway.upstream.http.pool.BodyReader;
import dev.plimsoll.gateway.upstream.http.pool.ConnectionPool;
import dev.plimsoll.gateway.upstream.http.pool.UpstreamResponse;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.zip.ZipException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Maps failed HTTP requests to errors for models and people. The text of an error contains nothing that the
 * server has written, except validated numbers and names.
 *
 * @param server name of the server
 * @param loginCommand the command line that logs in at the server; null if there is none
 */
record HttpErrorMapper(String server, @Nullable String loginCommand) {

    private static final String RETRY_LATER = "repeat the call later";
    /** For requests that the server may have received. */
    private static final String RETRY_IF_HARMLESS = "repeat the call later if it changes nothing";

    private static final int MAX_TEXT_LENGTH = 200;

    RefusedException fromException(IOException e) {
        if (e instanceof BodyReader.TooLongException tooLong) {
            return tooLong.isOutOfMemory()
                    ? MessageTooLarge.outOfMemory(tooLong.length())
                    : resultTooLarge(tooLong.length());
        }
        if (e instanceof SocketTimeoutException && !ConnectionPool.isConnectTimeout(e)) {
            return refusal(
                    ErrorCode.UPSTREAM_TIMEOUT, "gave no answer in time", "repeat the call if it changes nothing");
        }
        return refusal(ErrorCode.UPSTREAM_UNAVAILABLE, "is not available: " + reason(e), suggestion(e));
    }

    /** Returns the reason of a failure, written for people and without secrets. */
    static String reason(IOException e) {
        if (e instanceof UnknownHostException) {
            return "its host name is not known";
        } else if (ConnectionPool.isConnectTimeout(e)) {
            return "no connection within " + ConnectionPool.CONNECT_TIMEOUT.toSeconds() + " s";
        } else if (e instanceof NoRouteToHostException) {
            return "no route to the host";
        } else if (e instanceof ConnectException) {
            return "connection refused";
        } else if (e instanceof SSLException) {
            return "no secure connection: " + truncate(String.valueOf(e.getMessage()));
        } else if (e instanceof ZipException) {
            return "its response cannot be decompressed";
        } else if (e instanceof InterruptedIOException) {
            return "the request was canceled";
        }
        return "the connection broke before the response was complete";
    }

    private static String suggestion(IOException e) {
        if (e instanceof UnknownHostException || e instanceof NoRouteToHostException) {
            return "check the server's url";
        }
        if (e instanceof SSLException) {
            return "check the server's url and certificate";
        }
        if (e instanceof ConnectException) {
            return "check that the server runs, then repeat the call";
        }
        return ConnectionPool.isConnectTimeout(e) ? RETRY_LATER : RETRY_IF_HARMLESS;
    }

    private static String truncate(String text) {
        return text.length() <= MAX_TEXT_LENGTH ? text : text.substring(0, MAX_TEXT_LENGTH) + "…";
    }

    RefusedException resultTooLarge(long length) {
        return new RefusedException(
                        ErrorCode.RESULT_TOO_LARGE,
                        "the server's response of " + length + " bytes or more is above the limit",
                        "ask for less, or raise maxMessageBytes")
                .detail("server", server)
                .detail("bytes", Long.toString(length));
    }

    RefusedException outOfMemory() {
        return new RefusedException(
                        ErrorCode.RESULT_TOO_LARGE,
                        "there is not enough memory for the server's response",
                        "ask for less, or give more memory: PLIMSOLL_JAVA_OPTS=-Xmx2g")
                .detail("server", server);
    }

    RefusedException unavailable(String problem) {
        return refusal(ErrorCode.UPSTREAM_UNAVAILABLE, problem, RETRY_IF_HARMLESS);
    }

    /** Returns the error for an HTTP status. It is used if the body contains no JSON-RPC error. */
    RefusedException fromStatus(
            UpstreamResponse upstreamResponse, URI url, boolean hasCredentials, @Nullable String authUrl) {
        int status = upstreamResponse.status();
        String statusText = " (status " + status + ")";
        return switch (status) {
            case 401 -> credentialNotFound(upstreamResponse, hasCredentials, authUrl);
            case 403 -> forbidden(upstreamResponse, hasCredentials);
            case 404, 405, 410, 501 ->
                refusal(
                        ErrorCode.UPSTREAM_UNAVAILABLE,
                        "serves no MCP at its url" + statusText,
                        "check servers." + server + ".url: many end in /mcp");
            case 408, 504 ->
                refusal(ErrorCode.UPSTREAM_TIMEOUT, "gave no answer in time" + statusText, RETRY_IF_HARMLESS);
            case 413 ->
                refusal(
                        ErrorCode.INVALID_REQUEST,
                        "does not accept a request of this size" + statusText,
                        "send a smaller request");
            case 429 -> rateLimited(retryAfterSeconds(upstreamResponse.header("Retry-After")));
            default ->
                status >= 300 && status < 400
                        ? redirected(upstreamResponse, url)
                        : unavailable("answered with an error" + statusText);
        };
    }

    /**
     * Returns the error for missing credentials. The suggested login requests the scopes that this response
     * names: a server may accept anonymous sessions, and name the scopes only in its first refusal.
     */
    private RefusedException credentialNotFound(
            UpstreamResponse upstreamResponse, boolean hasCredentials, @Nullable String authUrl) {
        List<String> scopes = Challenge.findRequestedScopes(upstreamResponse);
        String scopeOption = scopes.isEmpty() ? "" : " --scope \"" + String.join(" ", scopes) + "\"";
        RefusedException why = new RefusedException(
                        ErrorCode.CREDENTIAL_NOT_FOUND,
                        hasCredentials
                                ? "the server " + server + " does not accept these credentials (status 401)"
                                : "the server " + server + " requires credentials (status 401)",
                        (hasCredentials || loginCommand == null ? "" : loginCommand + scopeOption + ", or ")
                                + "set servers." + server + ".headers.Authorization")
                .detail("connectorId", server);
        return authUrl == null ? why : why.detail("authUrl", authUrl);
    }

    private RefusedException forbidden(UpstreamResponse upstreamResponse, boolean hasCredentials) {
        List<String> scopes = Challenge.findMissingScopes(upstreamResponse);
        if (scopes.isEmpty()) {
            return refusal(ErrorCode.FORBIDDEN, "forbids this request (status 403)", "use credentials that allow it");
        }
        String scopeNames = String.join(" ", scopes);
        String suggestion = hasCredentials || loginCommand == null
                ? "set servers." + server + ".headers.Authorization to credentials with these scopes"
                : loginCommand + " --scope \"" + scopeNames + "\"";
        return refusal(ErrorCode.FORBIDDEN, "requires missing scopes: " + scopeNames + " (status 403)", suggestion)
                .detail("scope", scopeNames);
    }

    private RefusedException rateLimited(long seconds) {
        RefusedException why = refusal(
                ErrorCode.RATE_LIMITED,
                "limits the rate of calls (status 429)",
                seconds < 0 ? RETRY_LATER : "repeat the call after " + seconds + " s");
        return seconds < 0 ? why : why.detail("retryAfter", Long.toString(seconds));
    }

    private RefusedException redirected(UpstreamResponse upstreamResponse, URI url) {
        String location = upstreamResponse.header("Location");
        String origin = location == null ? null : ServerAddress.originOf(url, location);
        return refusal(
                ErrorCode.UPSTREAM_UNAVAILABLE,
                "redirects to another origin, which is not allowed" + (origin == null ? "" : ": " + origin),
                "set servers." + server + ".url to the new URL");
    }

    private RefusedException refusal(ErrorCode code, String problem, String suggestion) {
        return new RefusedException(code, "the server " + server + " " + problem, suggestion).detail("server", server);
    }

    /** Parses {@code Retry-After}, which is a number of seconds or a date. Returns -1 if it is neither. */
    private static long retryAfterSeconds(@Nullable String header) {
        if (header == null || header.length() > 64) {
            return -1;
        }
        try {
            return header.chars().allMatch(Character::isDigit)
                    ? Math.min(Long.parseLong(header), Duration.ofDays(1).toSeconds())
                    : Math.max(
                            0,
                            Duration.between(
                                            ZonedDateTime.now(ZoneOffset.UTC),
                                            ZonedDateTime.parse(header, DateTimeFormatter.RFC_1123_DATE_TIME))
                                    .toSeconds());
        } catch (NumberFormatException | DateTimeException e) {
            return -1;
        }
    }
}
