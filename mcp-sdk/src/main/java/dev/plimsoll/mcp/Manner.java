package dev.plimsoll.mcp;

import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import java.util.function.Function;

/**
 * How a kind of server calls its handlers.
 *
 * @param exchange what they get besides their request
 * @param promises whether they give a {@code Mono} of their answer
 * @param sender who calls
 */
record Manner<X>(Class<X> exchange, boolean promises, Function<X, Sender> sender) {

    static Manner<McpSyncServerExchange> sync() {
        return new Manner<>(McpSyncServerExchange.class, false, Sender::of);
    }

    static Manner<McpAsyncServerExchange> async() {
        return new Manner<>(McpAsyncServerExchange.class, true, Sender::of);
    }

    static Manner<McpTransportContext> stateless(boolean promises) {
        return new Manner<>(McpTransportContext.class, promises, Sender::of);
    }
}
