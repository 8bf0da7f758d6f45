package dev.plimsoll.gateway.http;

import dev.plimsoll.gateway.endpoint.Endpoint;
import dev.plimsoll.gateway.http.mcp.McpHandler;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The endpoints that are served, by name. They change while the gateway runs. */
final class Endpoints {

    private final Function<Endpoint, McpHandler> handlerFactory;
    private final Map<String, McpHandler> handlers = new ConcurrentHashMap<>();
    private final Map<String, Endpoint> servers = new ConcurrentHashMap<>();

    /** @param handlerFactory creates the handler of an endpoint */
    Endpoints(Function<Endpoint, McpHandler> handlerFactory) {
        this.handlerFactory = handlerFactory;
    }

    /** Returns the handlers of all endpoints. The map follows later changes. */
    Map<String, McpHandler> handlers() {
        return handlers;
    }

    /** Returns the endpoints of single servers. The map follows later changes. */
    Map<String, Endpoint> servers() {
        return servers;
    }

    void add(Endpoint endpoint) {
        handlers.put(endpoint.name(), handlerFactory.apply(endpoint));
        if (!endpoint.name().equals(Endpoint.ALL)) {
            servers.put(endpoint.name(), endpoint);
        }
    }

    /** Ends the sessions of an endpoint and no longer serves it. */
    void remove(String name) {
        servers.remove(name);
        McpHandler handler = handlers.remove(name);
        if (handler != null) {
            // takes time, because processes end
            var _ = Thread.ofPlatform().name("plimsoll-remove-" + name).start(() -> endAll(handler));
        }
    }

    private static void endAll(McpHandler handler) {
        try {
            handler.sessions().endAllOfRemovedServer();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
