package example;

import java.util.List;
import java.util.stream.Collectors;
import org.springframework.ai.mcp.annotation.McpResource;
import org.springframework.ai.mcp.annotation.McpTool;
import org.springframework.ai.mcp.annotation.McpToolParam;
import org.springframework.stereotype.Service;

/** Tools of the server. They do not use Plimsoll. */
@Service
public class InventoryTools {

    /** Result of the tool: an object, because an output schema must describe an object. */
    public record Items(List<Item> items) {}

    @McpTool(name = "list_items", description = "All items, or those of one warehouse", generateOutputSchema = true)
    public Items listItems(@McpToolParam(description = "WH-01 to WH-04", required = false) String warehouse) {
        return new Items(Item.all().stream()
                .filter(item -> warehouse == null || item.warehouse().equals(warehouse))
                .toList());
    }

    @McpTool(name = "get_log", description = "What happened to the items")
    public String log() {
        return Item.all().stream()
                .map(item -> "2026-03-01T09:00:00Z INFO item " + item.id() + " counted: " + item.quantity())
                .collect(Collectors.joining("\n"));
    }

    @McpResource(name = "stocktaking", uri = "inventory://stocktaking", description = "Counts of all items")
    public String stocktaking() {
        return log();
    }
}
