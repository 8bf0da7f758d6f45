package example;

import io.quarkiverse.mcp.server.Resource;
import io.quarkiverse.mcp.server.TextResourceContents;
import io.quarkiverse.mcp.server.Tool;
import io.quarkiverse.mcp.server.ToolArg;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The tools of the server. They need no code for Plimsoll. */
public class InventoryTools {

    private static final String STOCKTAKING = "inventory://stocktaking";

    /** The result of the tool: an object, because output schemas require one. */
    public record Items(List<Item> items) {}

    @Tool(name = "list_items", description = "All items, or those of one warehouse", structuredContent = true)
    public Items listItems(@ToolArg(description = "WH-01 to WH-04") Optional<String> warehouse) {
        return new Items(Item.all().stream()
                .filter(item -> warehouse.isEmpty() || item.warehouse().equals(warehouse.get()))
                .toList());
    }

    @Tool(name = "get_log", description = "What happened to the items")
    public String log() {
        return Item.all().stream()
                .map(item -> "2026-03-01T09:00:00Z INFO item " + item.id() + " counted: " + item.quantity())
                .collect(Collectors.joining("\n"));
    }

    @Resource(name = "stocktaking", uri = STOCKTAKING, description = "Counts of all items")
    public TextResourceContents stocktaking() {
        return TextResourceContents.create(STOCKTAKING, log());
    }
}
