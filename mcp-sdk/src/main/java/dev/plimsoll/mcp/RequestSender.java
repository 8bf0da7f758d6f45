package dev.plimsoll.mcp;

import dev.plimsoll.app.AppExtension;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema.ClientCapabilities;
import io.modelcontextprotocol.spec.McpSchema.Implementation;
import org.jspecify.annotations.Nullable;

/**
 * Client that sends a request, with the data that the SDK has about it.
 *
 * @param name the name that the client has sent; null if unknown
 * @param session the ID of the session; empty if there is none
 * @param canShowApps whether the client declares that it shows apps (MCP Apps)
 */
record RequestSender(McpTransportContext context, @Nullable String name, String session, boolean canShowApps) {

    static RequestSender of(McpSyncServerExchange exchange) {
        return of(
                exchange.transportContext(),
                exchange.getClientInfo(),
                exchange.sessionId(),
                exchange.getClientCapabilities());
    }

    static RequestSender of(McpAsyncServerExchange exchange) {
        return of(
                exchange.transportContext(),
                exchange.getClientInfo(),
                exchange.sessionId(),
                exchange.getClientCapabilities());
    }

    /** Creates the sender of a request to a server without sessions, where clients do not identify themselves. */
    static RequestSender of(McpTransportContext context) {
        return new RequestSender(context, null, "", false);
    }

    private static RequestSender of(
            McpTransportContext context,
            @Nullable Implementation client,
            @Nullable String session,
            @Nullable ClientCapabilities capabilities) {
        boolean canShowApps = capabilities != null
                && capabilities.extensions() != null
                && capabilities.extensions().get(AppExtension.ID) != null;
        return new RequestSender(
                context, client == null ? null : client.name(), session == null ? "" : session, canShowApps);
    }
}
