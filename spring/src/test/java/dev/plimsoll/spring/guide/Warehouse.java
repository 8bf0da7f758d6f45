package dev.plimsoll.spring.guide;

import dev.plimsoll.mcp.annotation.McpGuarded;
import dev.plimsoll.mcp.annotation.McpHeavy;
import dev.plimsoll.spring.app.Item;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Service;

@Service
public class Warehouse {

    @McpHeavy(name = "inventory.list_all", description = "All items", ttl = "5m")
    public List<Item> list(Optional<String> warehouse) {
        return Item.all().stream()
                .filter(item -> warehouse.isEmpty() || item.warehouse().equals(warehouse.get()))
                .toList();
    }

    @McpGuarded(description = "Sets the quantity of an item.", write = true)
    public String restock(int id, int quantity) {
        return "item " + id + ": " + quantity;
    }
}
