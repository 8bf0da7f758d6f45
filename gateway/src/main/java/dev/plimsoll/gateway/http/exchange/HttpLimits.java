package dev.plimsoll.gateway.http.exchange;

import java.time.Duration;
import java.util.function.ToIntFunction;

/**
 * The limits of the HTTP server.
 *
 * @param maxMessageBytes the longest message, in either direction
 * @param maxSessions the open sessions of all servers together
 * @param sessionIdle how long a session may be unused
 * @param maxInFlight the pending requests of one authenticated caller
 * @param keepAlive how long an event stream may be silent
 * @param weights the weight of each caller's share
 */
public record HttpLimits(
        int maxMessageBytes,
        int maxSessions,
        Duration sessionIdle,
        int maxInFlight,
        Duration keepAlive,
        ToIntFunction<String> weights) {

    /** Creates limits with equal shares. */
    public HttpLimits(int maxMessageBytes, int maxSessions, Duration sessionIdle, int maxInFlight, Duration keepAlive) {
        this(maxMessageBytes, maxSessions, sessionIdle, maxInFlight, keepAlive, holder -> 1);
    }
}
