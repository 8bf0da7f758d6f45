package dev.plimsoll.gateway.hub.server;

import dev.plimsoll.gateway.hub.server.RetryDelay.Pause;
import dev.plimsoll.gateway.upstream.UpstreamException;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;

/**
 * Creates the error for an unavailable server. It is for requests that did not reach the server, so that they can be
 * repeated. A request that may have reached a server gets the error of {@code HubRequest}.
 */
public final class UnavailableMessage {

    private static final int MAX_REASON_LENGTH = 300;

    private UnavailableMessage() {}

    /** Returns the error for a server that is not available for this reason. */
    public static RefusedException forReason(String server, String reason) {
        return of(server, reason, "repeat this call: the server is tried again; tools of other servers still work");
    }

    /**
     * Returns the error for a server that cannot be opened. Missing credentials and too many calls are errors that
     * callers get unchanged.
     */
    public static RefusedException forReason(String server, Exception failure) {
        RefusedException why = failure instanceof UpstreamException upstream ? upstream.refusal() : null;
        why = failure instanceof RefusedException refused ? refused : why;
        return why != null && UpstreamException.isPassedToCallers(why)
                ? why
                : forReason(server, String.valueOf(failure.getMessage()));
    }

    /** Returns the error for a server that is not tried again before the pause ends. */
    public static RefusedException forPause(String server, Pause pause) {
        RefusedException refusal = pause.refusal();
        if (refusal != null) {
            return refusal;
        }
        return of(
                server,
                pause.reason(),
                "repeat this call in " + pause.seconds()
                        + " s: the server is tried again then; tools of other servers still work");
    }

    private static RefusedException of(String server, String reason, String suggestion) {
        String prefix = prefix(server);
        String unprefixed = reason.startsWith(prefix) ? reason.substring(prefix.length()) : reason;
        String text = unprefixed.length() > MAX_REASON_LENGTH ? unprefixed.substring(0, MAX_REASON_LENGTH) : unprefixed;
        return new RefusedException(ErrorCode.UPSTREAM_UNAVAILABLE, prefix + text, suggestion).detail("server", server);
    }

    /**
     * Returns the beginning of the message. The endpoint of a single server uses the same words, so that the hub can
     * recognize and remove them.
     */
    public static String prefix(String server) {
        return "the server " + server + " is not available: ";
    }
}
