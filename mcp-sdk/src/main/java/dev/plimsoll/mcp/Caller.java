package dev.plimsoll.mcp;

import dev.plimsoll.policy.Tier;
import io.modelcontextprotocol.common.McpTransportContext;
import java.util.Objects;

/**
 * Who sends a request.
 *
 * @param name cursors are bound to it; empty when nobody is known
 * @param tier which tools the caller may see and call
 * @param context of the request, as the transport's extractor made it
 */
public record Caller(String name, Tier tier, McpTransportContext context) {

    public Caller {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(tier, "tier");
        Objects.requireNonNull(context, "context");
    }

    /** Somebody who may do everything: whoever started a server on standard input and output, for one. */
    public static Caller anybody(McpTransportContext context) {
        return new Caller("", Tier.ADMIN, context);
    }
}
