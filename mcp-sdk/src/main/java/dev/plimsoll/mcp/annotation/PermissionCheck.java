package dev.plimsoll.mcp.annotation;

import io.modelcontextprotocol.common.McpTransportContext;

/**
 * Decides whether the sender of a request may use a tool. It is called for every listing, call, and follow-up read. The class
 * needs a constructor without arguments, unless an instance is passed to {@code GuardBuilder.permission}. Must not
 * block.
 */
@FunctionalInterface
public interface PermissionCheck {

    /** Returns whether the sender may use the tool. An exception counts as false. */
    boolean permits(McpTransportContext context);
}
