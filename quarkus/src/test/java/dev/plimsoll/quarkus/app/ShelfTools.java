package dev.plimsoll.quarkus.app;

import io.quarkiverse.mcp.server.McpLog;
import io.quarkiverse.mcp.server.McpServer;
import io.quarkiverse.mcp.server.Prompt;
import io.quarkiverse.mcp.server.PromptMessage;
import io.quarkiverse.mcp.server.Resource;
import io.quarkiverse.mcp.server.TextResourceContents;
import io.quarkiverse.mcp.server.Tool;
import io.quarkiverse.mcp.server.ToolArg;
import io.quarkiverse.mcp.server.ToolManager;
import io.quarkiverse.mcp.server.ToolResponse;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.event.Observes;
import java.math.BigDecimal;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Tools, a resource, and a prompt, without code for Plimsoll. */
public class ShelfTools {

    /** Number of runs of the heavy tool. */
    public static final AtomicInteger RUNS = new AtomicInteger();

    private static final String LOG_URI = "shelf://log";

    public record Book(int id, String title, BigDecimal price) {}

    public record Books(List<Book> books) {}

    private static Books books(int count) {
        return new Books(IntStream.range(0, count)
                .mapToObj(i -> new Book(i, "Volume " + i + " of the catalog", new BigDecimal("12.50")))
                .toList());
    }

    private static String lines(int count) {
        return "a line of the log, which is long\n".repeat(count);
    }

    @Tool(name = "list_books", description = "Books", structuredContent = true)
    public Books listBooks(@ToolArg(description = "how many") int count) {
        return books(count);
    }

    @Tool(name = "heavy_books", description = "Books, from a slow source", structuredContent = true)
    public Books heavyBooks() {
        RUNS.incrementAndGet();
        return books(500);
    }

    @Tool(name = "get_log", description = "A log, created on the event loop")
    public Uni<String> log() {
        return Uni.createFrom().item(lines(3_000));
    }

    @Tool(name = "get_reported_log", description = "A log, with a message to the client before it")
    public String reportedLog(McpLog log) {
        log.info("reading");
        return lines(3_000);
    }

    @Tool(name = "fail", description = "Fails")
    public String fail() {
        throw new IllegalStateException("out of order");
    }

    @McpServer("other")
    @Tool(name = "other_log", description = "A log of another server")
    public String otherLog() {
        return lines(3_000);
    }

    @Resource(uri = LOG_URI, description = "A log")
    public TextResourceContents logResource() {
        return TextResourceContents.create(LOG_URI, lines(3_000));
    }

    @Prompt(name = "review", description = "A long prompt")
    public PromptMessage review() {
        return PromptMessage.withUserRole(lines(3_000));
    }

    void addTool(@Observes StartupEvent event, ToolManager manager) {
        manager.newTool("added_log")
                .setDescription("A log, of a tool that was added in code")
                .setHandler(arguments -> ToolResponse.success(lines(3_000)))
                .register();
    }
}
