package dev.plimsoll.gateway.upstream.shared;

import dev.plimsoll.json.Slice;

/**
 * Result of a handshake.
 *
 * @param isModern whether the server is modern; a legacy server is now initialized
 * @param result the result of {@code server/discover} or {@code initialize}
 */
public record HandshakeResult(boolean isModern, Slice result) {}
