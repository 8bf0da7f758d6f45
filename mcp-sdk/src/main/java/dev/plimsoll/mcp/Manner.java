package dev.plimsoll.mcp;

import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema.Implementation;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How a kind of server calls its handlers.
 *
 * @param exchange what they get besides their request
 * @param promises whether they give a {@code Mono} of their answer
 * @param client who calls, as the client itself says; null where nobody says so
 * @param session what the conversation is called; null where there is none
 */
record Manner<X>(
        Class<X> exchange,
        boolean promises,
        Function<X, McpTransportContext> context,
        Function<X, @Nullable Implementation> client,
        Function<X, @Nullable String> session) {

    static Manner<McpSyncServerExchange> sync() {
        return new Manner<>(
                McpSyncServerExchange.class,
                false,
                McpSyncServerExchange::transportContext,
                McpSyncServerExchange::getClientInfo,
                McpSyncServerExchange::sessionId);
    }

    static Manner<McpAsyncServerExchange> async() {
        return new Manner<>(
                McpAsyncServerExchange.class,
                true,
                McpAsyncServerExchange::transportContext,
                McpAsyncServerExchange::getClientInfo,
                McpAsyncServerExchange::sessionId);
    }

    /** Without sessions nobody has said who they are. */
    static Manner<McpTransportContext> stateless(boolean promises) {
        return new Manner<>(McpTransportContext.class, promises, context -> context, context -> null, context -> null);
    }
}
