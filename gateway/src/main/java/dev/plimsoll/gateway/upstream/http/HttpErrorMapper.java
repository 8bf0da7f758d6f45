package dev.plimsoll.gateway.upstream.http;

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
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Maps failed HTTP requests to errors for models and people. Their text contains nothing from the server except
 * validated numbers and names.
 *
 * @param login the command that gets access; null if there is none
 */
record HttpErrorMapper(String server, @Nullable String login) {

    private static final String REPEAT = "repeat the call later";
    private static final int LONGEST = 200;

    RefusedException of(IOException e) {
        if (e instanceof BodyReader.TooLongException tooLong) {
            return tooLong(tooLong.length());
        }
        if (e instanceof SocketTimeoutException && !(e instanceof ConnectTimeoutException)) {
            return refused(
                    ErrorCode.UPSTREAM_TIMEOUT, "gave no answer in time", "repeat the call if it changes nothing");
        }
        return refused(ErrorCode.UPSTREAM_UNAVAILABLE, "is not available: " + reason(e), suggestion(e));
    }

    /** Returns the reason for people, without secrets. */
    static String reason(IOException e) {
        if (e instanceof UnknownHostException) {
            return "its host name is not known";
        } else if (e instanceof ConnectTimeoutException) {
            return "no connection within " + ConnectionPool.CONNECT.toSeconds() + " s";
        } else if (e instanceof NoRouteToHostException) {
            return "no route leads there";
        } else if (e instanceof ConnectException) {
            return "connection refused";
        } else if (e instanceof SSLException) {
            return "no secure connection: " + shortened(String.valueOf(e.getMessage()));
        } else if (e instanceof ZipException) {
            return "its answer cannot be unpacked";
        } else if (e instanceof InterruptedIOException) {
            return "the request was given up";
        }
        return "the connection broke before the answer was there";
    }

    private static String suggestion(IOException e) {
        if (e instanceof UnknownHostException || e instanceof NoRouteToHostException) {
            return "check the server's url";
        }
        if (e instanceof SSLException) {
            return "check the server's url and certificate";
        }
        return e instanceof ConnectException ? "see that the server runs, then repeat the call" : REPEAT;
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    }

    RefusedException tooLong(long length) {
        return new RefusedException(
                        ErrorCode.RESULT_TOO_LARGE,
                        "the server's answer of " + length + " bytes or more is above the limit",
                        "ask for less, or raise maxMessageBytes")
                .detail("server", server)
                .detail("bytes", Long.toString(length));
    }

    RefusedException noMemory() {
        return new RefusedException(
                        ErrorCode.RESULT_TOO_LARGE,
                        "there is not enough memory for the server's answer",
                        "ask for less, or give more memory: PLIMSOLL_JAVA_OPTS=-Xmx2g")
                .detail("server", server);
    }

    RefusedException unavailable(String what) {
        return refused(ErrorCode.UPSTREAM_UNAVAILABLE, what, REPEAT);
    }

    /** Returns the error for a status, if the body has no message. */
    RefusedException status(HttpReply httpReply, URI place, boolean credentials, @Nullable String authUrl) {
        int status = httpReply.status();
        String said = " (status " + status + ")";
        return switch (status) {
            case 401 -> credentialNotFound(httpReply, credentials, authUrl);
            case 403 -> forbidden(httpReply, credentials);
            case 404, 405, 410, 501 ->
                refused(
                        ErrorCode.UPSTREAM_UNAVAILABLE,
                        "serves no MCP at its url" + said,
                        "check servers." + server + ".url: many end in /mcp");
            case 408, 504 -> refused(ErrorCode.UPSTREAM_TIMEOUT, "gave no answer in time" + said, REPEAT);
            case 413 -> refused(ErrorCode.INVALID_REQUEST, "takes no request as large as this" + said, "send less");
            case 429 -> rateLimited(seconds(httpReply.header("Retry-After")));
            default ->
                status >= 300 && status < 400
                        ? elsewhere(httpReply, place)
                        : unavailable("answered with an error" + said);
        };
    }

    /**
     * Returns the error for missing credentials. A server may accept anonymous sessions, and name the required scopes
     * only with its first refusal.
     */
    private RefusedException credentialNotFound(HttpReply httpReply, boolean sent, @Nullable String authUrl) {
        List<String> scopes = Challenge.wantedScopes(httpReply);
        String scoped = scopes.isEmpty() ? "" : " --scope \"" + String.join(" ", scopes) + "\"";
        RefusedException why = new RefusedException(
                        ErrorCode.CREDENTIAL_NOT_FOUND,
                        sent
                                ? "the server " + server + " does not accept the credentials that it got (status 401)"
                                : "the server " + server + " wants to know who calls (status 401)",
                        (sent || login == null ? "" : login + scoped + ", or ") + "set servers." + server
                                + ".headers.Authorization")
                .detail("connectorId", server);
        return authUrl == null ? why : why.detail("authUrl", authUrl);
    }

    private RefusedException forbidden(HttpReply httpReply, boolean sent) {
        List<String> scopes = Challenge.missingScopes(httpReply);
        if (scopes.isEmpty()) {
            return refused(ErrorCode.FORBIDDEN, "forbids this (status 403)", "call with credentials that may do this");
        }
        String all = String.join(" ", scopes);
        String suggestion = sent || login == null
                ? "set servers." + server + ".headers.Authorization to one with these scopes"
                : login + " --scope \"" + all + "\"";
        return refused(ErrorCode.FORBIDDEN, "wants more than was granted: scope " + all + " (status 403)", suggestion)
                .detail("scope", all);
    }

    private RefusedException rateLimited(long seconds) {
        RefusedException why = refused(
                ErrorCode.RATE_LIMITED,
                "takes no more calls for now (status 429)",
                seconds < 0 ? REPEAT : "repeat the call after " + seconds + " s");
        return seconds < 0 ? why : why.detail("retryAfter", Long.toString(seconds));
    }

    private RefusedException elsewhere(HttpReply httpReply, URI place) {
        String location = httpReply.header("Location");
        String origin = location == null ? null : ServerAddress.originOf(place, location);
        return refused(
                ErrorCode.UPSTREAM_UNAVAILABLE,
                "sends to another place, which is not followed" + (origin == null ? "" : ": " + origin),
                "set servers." + server + ".url to where it is");
    }

    private RefusedException refused(ErrorCode code, String what, String suggestion) {
        return new RefusedException(code, "the server " + server + " " + what, suggestion).detail("server", server);
    }

    /** Parses {@code Retry-After}, a number or a date; negative if it has neither. */
    private static long seconds(@Nullable String header) {
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
