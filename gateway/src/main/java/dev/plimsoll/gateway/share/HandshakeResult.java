package dev.plimsoll.gateway.share;

import dev.plimsoll.json.Slice;

/**
 * What a server said at the opening.
 *
 * @param modern whether requests say all about themselves (2026-07-28 and later); else it was initialized
 * @param result of {@code server/discover}, or of {@code initialize}
 */
public record HandshakeResult(boolean modern, Slice result) {}
