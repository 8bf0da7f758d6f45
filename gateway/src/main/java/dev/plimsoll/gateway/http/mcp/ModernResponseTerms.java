package dev.plimsoll.gateway.http.mcp;

import dev.plimsoll.gateway.http.exchange.AcceptedTypes;
import dev.plimsoll.gateway.http.exchange.HttpCall;
import dev.plimsoll.gateway.http.exchange.ResponseDelivery;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Revision;
import dev.plimsoll.json.Slice;
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
    private static final Map<String, Integer> STATUS_BY_CODE =
            Map.of("-32700", 400, "-32600", 400, "-32601", 404, "-32020", 400, "-32021", 400, "-32022", 400);

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
        Slice code = call.isCommitted() ? null : response.errorCode();
        return code == null ? 200 : STATUS_BY_CODE.getOrDefault(code.utf8(), 200);
    }
}
