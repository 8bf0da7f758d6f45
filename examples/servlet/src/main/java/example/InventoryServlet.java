package example;

import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import jakarta.servlet.http.HttpServlet;
import java.util.List;
import java.util.Map;

/** Server written with the MCP Java SDK, over Streamable HTTP. */
final class InventoryServlet {

    static HttpServlet create() {
        HttpServletStreamableServerTransportProvider transport =
                HttpServletStreamableServerTransportProvider.builder().build();
        McpServer.sync(transport)
                .serverInfo("inventory", "1.0")
                .tools(listItems(), getLog())
                .build();
        return transport;
    }

    private static SyncToolSpecification listItems() {
        Tool tool = Tool.builder("list_items", Map.of("type", "object"))
                .description("All items in all warehouses")
                .outputSchema(Map.of("type", "object", "required", List.of("items")))
                .build();
        return new SyncToolSpecification(tool, (exchange, request) -> CallToolResult.builder()
                .structuredContent(Map.of("items", Item.all()))
                .build());
    }

    private static SyncToolSpecification getLog() {
        Tool tool = Tool.builder("get_log", Map.of("type", "object"))
                .description("What happened to the items")
                .build();
        String log = String.join(
                "\n",
                Item.all().stream()
                        .map(item -> "2026-03-01T09:00:00Z INFO item " + item.id() + " counted: " + item.quantity())
                        .toList());
        return new SyncToolSpecification(
                tool,
                (exchange, request) ->
                        CallToolResult.builder().addTextContent(log).build());
    }
}
