package dev.plimsoll.gateway.http;

import java.time.Duration;

/**
 * The limits of the HTTP server.
 *
 * @param maxMessageBytes the longest message, in either direction
 * @param maxSessions the open sessions of all servers together
 * @param sessionIdle how long a session may be unused
 * @param maxInFlight the pending requests of one authenticated caller
 * @param keepAlive how long an event stream may be silent
 */
public record HttpLimits(
        int maxMessageBytes, int maxSessions, Duration sessionIdle, int maxInFlight, Duration keepAlive) {}
