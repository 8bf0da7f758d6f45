package dev.plimsoll.gateway.http;

import java.time.Duration;

/**
 * What a front allows.
 *
 * @param maxMessageBytes the longest message, in either direction
 * @param maxSessions at a time, over all servers
 * @param sessionIdle when a session that nobody uses ends
 * @param maxInFlight requests of one caller at a time, where callers say who they are
 * @param keepAlive how long a stream may be silent
 */
public record HttpLimits(int maxMessageBytes, int maxSessions, Duration sessionIdle, int maxInFlight, Duration keepAlive) {}
