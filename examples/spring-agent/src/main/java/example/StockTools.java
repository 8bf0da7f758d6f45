package example;

import java.util.List;
import org.springframework.ai.tool.annotation.Tool;

/** Tools of the agent. They do not use Plimsoll. */
public final class StockTools {

    @Tool(description = "All items in all warehouses")
    public List<Item> listItems() {
        return Item.all();
    }
}
