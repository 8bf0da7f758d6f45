package dev.plimsoll.mcp;

import io.modelcontextprotocol.spec.McpSchema.BlobResourceContents;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.GetPromptRequest;
import io.modelcontextprotocol.spec.McpSchema.GetPromptResult;
import io.modelcontextprotocol.spec.McpSchema.ImageContent;
import io.modelcontextprotocol.spec.McpSchema.Prompt;
import io.modelcontextprotocol.spec.McpSchema.PromptMessage;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.Resource;
import io.modelcontextprotocol.spec.McpSchema.ResourceTemplate;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Tools, resources, and a prompt with results above the budget, for each kind of server. Counts the calls of
 * handlers.
 */
final class Shop {

    static final Map<String, Object> NO_ARGUMENTS = Map.of("type", "object", "properties", Map.of());
    static final String IMAGE = "QUJD".repeat(200_000);

    final AtomicInteger calls = new AtomicInteger();

    private static Tool.Builder readOnlyTool(String name, String description) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("properties", Map.of("count", Map.of("type", "integer")));
        schema.put("additionalProperties", false);
        return Tool.builder(name, schema)
                .description(description)
                .annotations(ToolAnnotations.builder().readOnlyHint(true).build());
    }

    static Tool list() {
        return readOnlyTool("list_orders", "Orders as text").build();
    }

    static Tool structured() {
        Map<String, Object> order = Map.of("type", "object", "required", List.of("id", "total"));
        Map<String, Object> orders = Map.of("type", "array", "items", order);
        return readOnlyTool("get_orders", "Orders as structured content")
                .outputSchema(Map.of(
                        "type",
                        "object",
                        "properties",
                        Map.of("orders", orders),
                        "required",
                        List.of("orders"),
                        "additionalProperties",
                        false))
                .build();
    }

    static Tool picture() {
        return readOnlyTool("get_picture", "A large picture").build();
    }

    static Tool delete() {
        return Tool.builder("delete_order", NO_ARGUMENTS)
                .annotations(ToolAnnotations.builder().destructiveHint(true).build())
                .build();
    }

    static List<Map<String, Object>> orders(int count) {
        List<Map<String, Object>> orders = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Map<String, Object> order = new LinkedHashMap<>();
            order.put("id", 1000 + i);
            order.put("customer", i % 2 == 0 ? "Grace Hopper" : "Émilie du Châtelet");
            order.put("total", new BigDecimal("10.50").add(new BigDecimal(i)));
            order.put("note", "leave it with the neighbour, second floor, number " + i);
            orders.add(order);
        }
        return orders;
    }

    CallToolResult call(CallToolRequest request) {
        calls.incrementAndGet();
        int count = request.arguments() != null && request.arguments().get("count") instanceof Number number
                ? number.intValue()
                : 400;
        return switch (request.name()) {
            case "list_orders" -> {
                String text = TestJson.write(orders(count));
                yield CallToolResult.builder().addTextContent(text).build();
            }
            case "get_orders" -> {
                Map<String, Object> structured = Map.of("orders", orders(count));
                yield CallToolResult.builder()
                        .structuredContent(structured)
                        .addTextContent(TestJson.write(structured))
                        .meta(Map.of("example.org/kept", 1))
                        .build();
            }
            case "get_picture" ->
                CallToolResult.builder()
                        .addContent(ImageContent.builder(IMAGE, "image/png").build())
                        .build();
            default -> CallToolResult.builder().addTextContent("done").build();
        };
    }

    static Resource manual() {
        return Resource.builder("shop://manual", "manual").build();
    }

    static ResourceTemplate chapter() {
        return ResourceTemplate.builder("shop://chapter/{number}", "chapter").build();
    }

    ReadResourceResult read(ReadResourceRequest request) {
        calls.incrementAndGet();
        if (request.uri().endsWith("/0")) {
            return ReadResourceResult.builder(
                            List.of(new BlobResourceContents(request.uri(), "image/png", "QUJD", null)))
                    .build();
        }
        String line = "How to pack what breaks, how to send what melts.\n";
        return ReadResourceResult.builder(
                        List.of(new TextResourceContents(request.uri(), "text/plain", line.repeat(2_000), null)))
                .build();
    }

    static Prompt advice() {
        return Prompt.builder("advice").build();
    }

    GetPromptResult prompt(GetPromptRequest request) {
        String text = "Advice for " + request.name() + ". " + "Ask before you send. ".repeat(4_000);
        return GetPromptResult.builder(List.of(
                        new PromptMessage(Role.USER, TextContent.builder(text).build())))
                .build();
    }
}
