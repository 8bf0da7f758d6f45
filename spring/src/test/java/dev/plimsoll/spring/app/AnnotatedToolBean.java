package dev.plimsoll.spring.app;

import dev.plimsoll.mcp.annotation.McpHeavy;
import java.util.List;

/** Tool with an annotation of Plimsoll. Its argument changes the number of its items. */
public class AnnotatedToolBean {

    @McpHeavy(name = "inventory.list_all", description = "All items of a shelf")
    public List<Item> all(int shelf) {
        RunCounter.increment();
        return Item.first(200 + shelf);
    }
}
