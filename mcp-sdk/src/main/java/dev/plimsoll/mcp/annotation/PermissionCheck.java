package dev.plimsoll.mcp.annotation;

import io.modelcontextprotocol.common.McpTransportContext;

/**
 * Whether the sender of a request may use a tool. Asked for every listing, every call and every reading. Needs a constructor
 * without arguments, unless the guard was given an instance. Must not block.
 */
@FunctionalInterface
public interface PermissionCheck {

    /** An exception is a no. */
    boolean permits(McpTransportContext context);
}
