package dev.plimsoll.sample;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Creates the specifications of the tools, and their results. */
final class ToolFactory {

    private static final ToolAnnotations READ_ONLY =
            ToolAnnotations.builder().readOnlyHint(true).openWorldHint(false).build();

    private ToolFactory() {}

    /** The handler of a tool. */
    interface ToolHandler {

        CallToolResult handle(CallInput callInput, McpSyncServerExchange exchange);
    }

    /** Creates a read-only tool. */
    static SyncToolSpecification readTool(
            String name, String description, Map<String, Object> arguments, ToolHandler toolHandler) {
        return create(
                Tool.builder(name, schema(arguments)).description(description).annotations(READ_ONLY), toolHandler);
    }

    /** Creates a read-only tool whose output schema has one member, an array of objects. */
    static SyncToolSpecification listTool(
            String name, String description, Map<String, Object> arguments, String member, ToolHandler toolHandler) {
        Map<String, Object> output = Map.of(
                "type",
                "object",
                "properties",
                Map.of(member, Map.of("type", "array", "items", Map.of("type", "object"))),
                "required",
                List.of(member));
        return create(
                Tool.builder(name, schema(arguments))
                        .description(description)
                        .annotations(READ_ONLY)
                        .outputSchema(output),
                toolHandler);
    }

    /** Creates a tool that changes data. */
    static SyncToolSpecification writeTool(
            String name,
            String description,
            Map<String, Object> arguments,
            boolean destructive,
            ToolHandler toolHandler) {
        ToolAnnotations hints = ToolAnnotations.builder()
                .readOnlyHint(false)
                .destructiveHint(destructive)
                .idempotentHint(true)
                .openWorldHint(false)
                .build();
        return create(
                Tool.builder(name, schema(arguments)).description(description).annotations(hints), toolHandler);
    }

    private static SyncToolSpecification create(Tool.Builder tool, ToolHandler toolHandler) {
        return new SyncToolSpecification(tool.build(), (exchange, request) -> {
            try {
                Map<String, Object> arguments = request.arguments();
                return toolHandler.handle(new CallInput(arguments == null ? Map.of() : arguments, request), exchange);
            } catch (IllegalArgumentException e) {
                return CallToolResult.builder()
                        .addTextContent(String.valueOf(e.getMessage()))
                        .isError(true)
                        .build();
            }
        });
    }

    private static Map<String, Object> schema(Map<String, Object> arguments) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("properties", arguments);
        schema.put("additionalProperties", false);
        return schema;
    }

    static Map<String, Object> textArgument(String description) {
        return Map.of("type", "string", "description", description);
    }

    static Map<String, Object> numberArgument(String description) {
        return Map.of("type", "integer", "description", description);
    }

    // --- results

    static CallToolResult textResult(String text) {
        return CallToolResult.builder().addTextContent(text).build();
    }

    static CallToolResult jsonResult(Object value) {
        return textResult(toJson(value));
    }

    /**
     * Creates a result with structured content and the same JSON as text, as the protocol recommends for clients that read only
     * text.
     */
    static CallToolResult structuredResult(String member, Object value) {
        Map<String, Object> content = Map.of(member, value);
        return CallToolResult.builder()
                .structuredContent(content)
                .addTextContent(toJson(content))
                .build();
    }

    static String toJson(Object value) {
        try {
            return McpJsonDefaults.getMapper().writeValueAsString(value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
