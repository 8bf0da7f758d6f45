package dev.plimsoll.mcp;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import java.util.List;

/**
 * Server with the tools of {@link Shop} on standard input and output. The tools are guarded as a list of
 * specifications.
 */
final class StdioServer {

    private StdioServer() {}

    public static void main(String... args) {
        Shop shop = new Shop();
        Guard guard = Guard.withDefaults();
        McpServer.sync(new StdioServerTransportProvider(McpJsonDefaults.getMapper()))
                .serverInfo("shop", "1")
                .capabilities(ServerCapabilities.builder().tools(true).build())
                .tools(guard.sync()
                        .tools(List.of(
                                new SyncToolSpecification(Shop.list(), (exchange, request) -> shop.call(request)),
                                new SyncToolSpecification(Shop.structured(), (exchange, request) -> shop.call(request)),
                                new SyncToolSpecification(Shop.picture(), (exchange, request) -> shop.call(request)))))
                .build();
    }
}
