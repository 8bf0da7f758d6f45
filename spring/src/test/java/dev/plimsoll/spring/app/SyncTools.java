package dev.plimsoll.spring.app;

import org.springframework.ai.mcp.annotation.McpPrompt;
import org.springframework.ai.mcp.annotation.McpResource;
import org.springframework.ai.mcp.annotation.McpTool;

/** Tool, resources, and prompt with Spring AI's annotations. */
public class SyncTools {

    @McpTool(
            name = "list_items",
            description = "All items",
            generateOutputSchema = true,
            annotations = @McpTool.McpAnnotations(readOnlyHint = true, destructiveHint = false))
    public Item.Stock listItems(int count) {
        RunCounter.increment();
        return new Item.Stock(Item.first(count));
    }

    @McpResource(name = "manual", uri = "stock://manual", description = "How to count")
    public String manual() {
        return Item.log(3000);
    }

    @McpResource(name = "chapter", uri = "stock://chapter/{id}", description = "A part of the manual")
    public String chapter(String id) {
        return "chapter " + id + "\n" + Item.log(3000);
    }

    @McpPrompt(name = "advice", description = "What to do")
    public String advice() {
        return Item.log(3000);
    }
}
