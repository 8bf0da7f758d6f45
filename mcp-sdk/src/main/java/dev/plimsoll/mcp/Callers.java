package dev.plimsoll.mcp;

import io.modelcontextprotocol.common.McpTransportContext;

/** Identifies the sender of a request. Called for each request, because permissions may change. Must not block. */
@FunctionalInterface
public interface Callers {

    /** Treats all senders as one anonymous caller who may do everything. */
    Callers ANYBODY = Caller::anybody;

    /**
     * Returns the caller of a request. For an unknown sender, return a caller of tier {@code read}. If this
     * method throws an exception, the request fails.
     */
    Caller of(McpTransportContext context);
}
