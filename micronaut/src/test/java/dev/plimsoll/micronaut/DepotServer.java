package dev.plimsoll.micronaut;

import io.micronaut.context.ApplicationContext;
import io.micronaut.runtime.server.EmbeddedServer;
import java.util.LinkedHashMap;
import java.util.Map;

/** Running application with an MCP server on Netty. */
final class DepotServer implements AutoCloseable {

    private final EmbeddedServer server;

    private DepotServer(EmbeddedServer server) {
        this.server = server;
    }

    /** Starts the application with its own properties and the given ones. */
    static DepotServer start(Map<String, Object> properties) {
        return new DepotServer(ApplicationContext.run(EmbeddedServer.class, withDefaults(properties)));
    }

    /** Returns the properties of the application and the given ones. */
    static Map<String, Object> withDefaults(Map<String, Object> properties) {
        Map<String, Object> all = new LinkedHashMap<>(Map.of(
                "micronaut.server.port", -1,
                "micronaut.server.host", "127.0.0.1",
                "micronaut.mcp.server.transport", "HTTP",
                "micronaut.mcp.server.info.name", "depot",
                "micronaut.mcp.server.info.version", "1"));
        all.putAll(properties);
        return all;
    }

    RouteClient client() {
        return client("");
    }

    RouteClient client(String user) {
        return client("/mcp", user);
    }

    RouteClient client(String path, String user) {
        return new RouteClient(server.getURI().resolve(path), user);
    }

    @Override
    public void close() {
        server.close();
    }
}
