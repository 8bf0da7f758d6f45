package example;

import io.micronaut.mcp.annotations.Resource;
import io.micronaut.mcp.annotations.Tool;
import io.micronaut.mcp.annotations.ToolArg;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import jakarta.annotation.Nullable;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The tools of the server. They need no code for Plimsoll. */
@Singleton
public class InventoryTools {

    @Tool(name = "list_items", description = "All items, or those of one warehouse")
    public CallToolResult listItems(@Nullable @ToolArg(description = "WH-01 to WH-04") String warehouse) {
        List<Item> items = Item.all().stream()
                .filter(item -> warehouse == null || item.warehouse().equals(warehouse))
                .toList();
        return CallToolResult.builder()
                .structuredContent(Map.of("items", items))
                .build();
    }

    @Tool(name = "get_log", description = "What happened to the items")
    public String log() {
        return Item.all().stream()
                .map(item -> "2026-03-01T09:00:00Z INFO item " + item.id() + " counted: " + item.quantity())
                .collect(Collectors.joining("\n"));
    }

    @Resource(name = "stocktaking", uri = "inventory://stocktaking", description = "Counts of all items", mimeType = "text/plain")
    public String stocktaking() {
        return log();
    }
}
