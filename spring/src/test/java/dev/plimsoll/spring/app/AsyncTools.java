package dev.plimsoll.spring.app;

import org.springframework.ai.mcp.annotation.McpPrompt;
import org.springframework.ai.mcp.annotation.McpResource;
import org.springframework.ai.mcp.annotation.McpTool;
import reactor.core.publisher.Mono;

/** The tool, resources, and prompt of {@link SyncTools}, with asynchronous results. */
public class AsyncTools {

    @McpTool(
            name = "list_items",
            description = "All items",
            generateOutputSchema = true,
            annotations = @McpTool.McpAnnotations(readOnlyHint = true, destructiveHint = false))
    public Mono<Item.Stock> listItems(int count) {
        return Mono.fromCallable(() -> {
            RunCounter.increment();
            return new Item.Stock(Item.first(count));
        });
    }

    @McpResource(name = "manual", uri = "stock://manual", description = "How to count")
    public Mono<String> manual() {
        return Mono.just(Item.log(3000));
    }

    @McpResource(name = "chapter", uri = "stock://chapter/{id}", description = "A part of the manual")
    public Mono<String> chapter(String id) {
        return Mono.just("chapter " + id + "\n" + Item.log(3000));
    }

    @McpPrompt(name = "advice", description = "What to do")
    public Mono<String> advice() {
        return Mono.just(Item.log(3000));
    }
}
