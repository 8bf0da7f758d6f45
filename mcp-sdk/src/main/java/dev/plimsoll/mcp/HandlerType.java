package dev.plimsoll.mcp;

import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import java.util.function.Function;

/**
 * Type of the handlers of one kind of server.
 *
 * @param exchangeType the type of the first argument of its handlers
 * @param isAsync whether handlers return a {@code Mono} of their result
 * @param senderOf returns the sender of a request
 */
record HandlerType<X>(Class<X> exchangeType, boolean isAsync, Function<X, RequestSender> senderOf) {

    static HandlerType<McpSyncServerExchange> sync() {
        return new HandlerType<>(McpSyncServerExchange.class, false, RequestSender::of);
    }

    static HandlerType<McpAsyncServerExchange> async() {
        return new HandlerType<>(McpAsyncServerExchange.class, true, RequestSender::of);
    }

    static HandlerType<McpTransportContext> stateless(boolean isAsync) {
        return new HandlerType<>(McpTransportContext.class, isAsync, RequestSender::of);
    }
}
