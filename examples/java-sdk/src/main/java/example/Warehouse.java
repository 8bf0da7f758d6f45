package example;

import dev.plimsoll.mcp.annotation.McpArgument;
import dev.plimsoll.mcp.annotation.McpGuarded;
import dev.plimsoll.mcp.annotation.McpHeavy;
import java.util.List;
import java.util.Optional;

/** Class whose annotated methods are tools. */
public class Warehouse {

    @McpHeavy(name = "inventory.list_all", description = "All items, or those of one warehouse.", ttl = "5m")
    public List<Item> list(@McpArgument(description = "WH-01 to WH-04") Optional<String> warehouse) {
        return Item.all().stream()
                .filter(item -> warehouse.isEmpty() || item.warehouse().equals(warehouse.get()))
                .toList();
    }

    @McpGuarded(description = "Sets the quantity of an item.", write = true)
    public String restock(int id, int quantity) {
        return "item " + id + ": " + quantity;
    }
}
