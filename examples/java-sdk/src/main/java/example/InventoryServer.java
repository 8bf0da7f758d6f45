package example;

import dev.plimsoll.mcp.Guard;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.List;
import java.util.Map;

/** Server written with the MCP Java SDK, guarded with one line. */
public final class InventoryServer {

    public static void main(String... args) {
        Guard guard = Guard.withDefaults();
        guard.server(McpServer.sync(new StdioServerTransportProvider(McpJsonDefaults.getMapper()))
                        .serverInfo("inventory", "1.0")
                        .tools(listItems(), getLog()))
                .build();
    }

    static SyncToolSpecification listItems() {
        Tool tool = Tool.builder("list_items", Map.of("type", "object"))
                .description("All items in all warehouses")
                .outputSchema(Map.of("type", "object", "required", List.of("items")))
                .build();
        return new SyncToolSpecification(tool, (exchange, request) -> CallToolResult.builder()
                .structuredContent(Map.of("items", Item.all()))
                .build());
    }

    static SyncToolSpecification getLog() {
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
