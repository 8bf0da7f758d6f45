package dev.plimsoll.servlet;

import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncPromptSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.GetPromptResult;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import io.modelcontextprotocol.spec.McpSchema.Prompt;
import io.modelcontextprotocol.spec.McpSchema.PromptMessage;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.Resource;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import jakarta.servlet.http.HttpServlet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.json.JsonMapper;

/** MCP server with lists of books, written with the MCP Java SDK, without Plimsoll. */
final class BookServer {

    static final JsonMapper JSON = JsonMapper.builder().build();

    final AtomicInteger calls = new AtomicInteger();
    /** Delays the result of {@code slow} until a test has checked what arrives before it. */
    final CountDownLatch slowResult = new CountDownLatch(1);

    static List<Map<String, Object>> books(int count) {
        List<Map<String, Object>> books = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Map<String, Object> book = new LinkedHashMap<>();
            book.put("id", 1000 + i);
            book.put("title", i % 2 == 0 ? "Le Deuxième Sexe" : "The Structure of Scientific Revolutions");
            book.put("place", "floor " + i % 7 + ", shelf " + i);
            books.add(book);
        }
        return books;
    }

    HttpServlet servlet() {
        HttpServletStreamableServerTransportProvider transport =
                HttpServletStreamableServerTransportProvider.builder().build();
        McpServer.sync(transport)
                .serverInfo("shelf", "1")
                .tools(
                        new SyncToolSpecification(listTool(), (exchange, request) -> call(request)),
                        new SyncToolSpecification(structuredTool(), (exchange, request) -> call(request)),
                        new SyncToolSpecification(tool("slow").build(), this::callSlowly),
                        new SyncToolSpecification(tool("delete_book").build(), (exchange, request) -> call(request)))
                .resources(new SyncResourceSpecification(
                        Resource.builder("shelf://catalogue", "catalogue").build(), (exchange, request) -> {
                            String line = "How to find a book that is on the wrong shelf.\n";
                            return ReadResourceResult.builder(List.of(new TextResourceContents(
                                            request.uri(), "text/plain", line.repeat(2_000), null)))
                                    .build();
                        }))
                .prompts(new SyncPromptSpecification(
                        Prompt.builder("advice").build(),
                        (exchange, request) -> GetPromptResult.builder(List.of(new PromptMessage(
                                        Role.USER,
                                        TextContent.builder("Look on the table first. ".repeat(4_000))
                                                .build())))
                                .build()))
                .build();
        return transport;
    }

    private static Tool.Builder tool(String name) {
        Map<String, Object> count = Map.of("count", Map.of("type", "integer"));
        return Tool.builder(name, Map.of("type", "object", "properties", count));
    }

    private static Tool listTool() {
        return tool("list_books")
                .annotations(ToolAnnotations.builder().readOnlyHint(true).build())
                .build();
    }

    private static Tool structuredTool() {
        return tool("get_books")
                .annotations(ToolAnnotations.builder().readOnlyHint(true).build())
                .outputSchema(Map.of(
                        "type",
                        "object",
                        "properties",
                        Map.of("books", Map.of("type", "array")),
                        "required",
                        List.of("books"),
                        "additionalProperties",
                        false))
                .build();
    }

    private CallToolResult call(CallToolRequest request) {
        calls.incrementAndGet();
        int count = request.arguments() != null && request.arguments().get("count") instanceof Number number
                ? number.intValue()
                : 400;
        if (request.name().equals("get_books")) {
            return CallToolResult.builder()
                    .structuredContent(Map.of("books", books(count)))
                    .addTextContent(JSON.writeValueAsString(Map.of("books", books(count))))
                    .build();
        }
        return CallToolResult.builder()
                .addTextContent(JSON.writeValueAsString(books(count)))
                .build();
    }

    @SuppressWarnings("deprecation") // the shortest constructor
    private CallToolResult callSlowly(McpSyncServerExchange exchange, CallToolRequest request) {
        Object token = request.meta() == null ? null : request.meta().get("progressToken");
        exchange.progressNotification(new ProgressNotification(token, 0.5, 1.0, "halfway"));
        try {
            if (!slowResult.await(20, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the test did not release the result");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return call(request);
    }
}
