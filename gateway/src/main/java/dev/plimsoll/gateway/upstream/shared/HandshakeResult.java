package dev.plimsoll.gateway.upstream.shared;

import dev.plimsoll.json.Slice;

/**
 * The outcome of a handshake.
 *
 * @param modern whether the server needs no {@code initialize} (2026-07-28 and later); otherwise it is initialized
 * @param result the result of {@code server/discover} or {@code initialize}
 */
public record HandshakeResult(boolean modern, Slice result) {}
