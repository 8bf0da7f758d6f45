package dev.plimsoll.mcp;

import dev.plimsoll.policy.Tier;
import io.modelcontextprotocol.common.McpTransportContext;
import java.util.Objects;

/**
 * The sender of a request.
 *
 * @param name name of the caller, to which cursors are bound; empty if unknown
 * @param tier which tools the caller may see and call
 * @param context the context of the request, created by the transport's extractor
 */
public record Caller(String name, Tier tier, McpTransportContext context) {

    public Caller {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(tier, "tier");
        Objects.requireNonNull(context, "context");
    }

    /**
     * Returns an anonymous caller who may do everything, such as the user who started a server on standard input and
     * output.
     */
    public static Caller anybody(McpTransportContext context) {
        return new Caller("", Tier.ADMIN, context);
    }
}
