package dev.plimsoll.gateway.http;

import java.time.Duration;

/**
 * What a front allows.
 *
 * @param maxMessageBytes the longest message, in either direction
 * @param maxSessions at a time, over all servers
 * @param sessionIdle when a session that nobody uses ends
 * @param keepAlive how long a stream may be silent
 */
public record Limits(int maxMessageBytes, int maxSessions, Duration sessionIdle, Duration keepAlive) {}
