package example;

import dev.langchain4j.agent.tool.Tool;
import java.util.List;

/** Tools of the agent. They do not use Plimsoll. */
public final class StockTools {

    @Tool("All items in all warehouses")
    public List<Item> listItems() {
        return Item.all();
    }
}
