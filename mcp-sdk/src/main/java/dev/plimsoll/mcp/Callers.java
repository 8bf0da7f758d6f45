package dev.plimsoll.mcp;

import io.modelcontextprotocol.common.McpTransportContext;

/** Tells who sends a request. Asked for each one, since callers may lose what they may do. Must not block. */
@FunctionalInterface
public interface Callers {

    /** One that tells nobody apart, and lets everybody do everything. */
    Callers ANYBODY = Caller::anybody;

    /** What cannot be told apart should be a caller of tier {@code read}; an exception fails the request. */
    Caller of(McpTransportContext context);
}
