package dev.plimsoll.gateway.http.mcp;

import dev.plimsoll.gateway.http.exchange.AcceptedTypes;
import dev.plimsoll.gateway.http.exchange.HttpCall;
import dev.plimsoll.gateway.http.exchange.ResponseDelivery;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Revision;
import java.time.Duration;
import java.util.Map;

/**
 * Response terms for requests of 2026-07-28. A disconnect of the client cancels the request, but the gateway
 * notices the disconnect only when it writes something. Therefore an event stream begins if there is no response
 * after one second, and the stream is silent for at most five seconds.
 */
public record ModernResponseTerms(AcceptedTypes acceptedTypes, Duration streamDelay, Duration keepAlive, Runnable tick)
        implements ResponseDelivery.Terms {

    private static final Duration STREAM_DELAY = Duration.ofSeconds(1);
    private static final Duration MAX_KEEP_ALIVE = Duration.ofSeconds(5);

    /** Shorter interval for calls, because the server works for nobody until the gateway notices that a client left. */
    private static final Duration MAX_CALL_KEEP_ALIVE = Duration.ofSeconds(1);

    /** The HTTP status for each JSON-RPC error code that does not have status 200. */
    private static final Map<Integer, Integer> STATUS_BY_CODE = Map.of(
            ErrorObject.PARSE_ERROR,
            400,
            ErrorObject.INVALID_REQUEST,
            400,
            ErrorObject.METHOD_NOT_FOUND,
            404,
            ErrorObject.HEADER_MISMATCH,
            400,
            ErrorObject.MISSING_CAPABILITY,
            400,
            ErrorObject.UNSUPPORTED_REVISION,
            400);

    /** Returns the given interval, but at most five seconds. */
    public static Duration limitKeepAlive(Duration interval) {
        return interval.compareTo(MAX_KEEP_ALIVE) < 0 ? interval : MAX_KEEP_ALIVE;
    }

    /**
     * Creates the terms of a request.
     *
     * @param isSubscription whether the response is an endless stream, of which a server may have many
     * @param tick runs repeatedly while there is no response
     */
    static ModernResponseTerms of(
            AcceptedTypes acceptedTypes, Duration keepAlive, boolean isSubscription, Runnable tick) {
        Duration interval = limitKeepAlive(keepAlive);
        boolean isTooLongForCall = !isSubscription && interval.compareTo(MAX_CALL_KEEP_ALIVE) > 0;
        return new ModernResponseTerms(
                acceptedTypes, STREAM_DELAY, isTooLongForCall ? MAX_CALL_KEEP_ALIVE : interval, tick);
    }

    @Override
    public boolean isCancelledByDisconnect() {
        return Revision.MODERN.isCancelledByClosedStream();
    }

    @Override
    public void onWait() {
        tick.run();
    }

    @Override
    public int onResponse(HttpCall call, Message response) {
        return call.isCommitted() ? 200 : STATUS_BY_CODE.getOrDefault(ErrorObject.codeOf(response), 200);
    }
}
