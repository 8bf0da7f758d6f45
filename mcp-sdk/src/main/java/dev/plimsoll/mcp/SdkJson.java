package dev.plimsoll.mcp;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.GetPromptResult;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Converter between the SDK's records and the engine's bytes. */
record SdkJson(McpJsonMapper mapper) {

    Slice toBytes(@Nullable Object value) {
        try {
            return Slice.of(mapper.writeValueAsBytes(value));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the handler's result as JSON", e);
        }
    }

    private <T> T read(Slice json, Class<T> type) {
        try {
            return mapper.readValue(json.toByteArray(), type);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + type.getSimpleName() + " from the JSON of Plimsoll", e);
        }
    }

    Tool parseTool(Slice entry) {
        return read(entry, Tool.class);
    }

    CallToolResult parseToolResult(Slice json) {
        CallToolResult parsed = read(json, CallToolResult.class);
        // the mapper has converted all fractions to doubles
        Slice structured = Members.get(json, "structuredContent");
        Object exactStructured = structured == null ? null : JavaValue.fromJson(structured);
        return new CallToolResult(parsed.content(), parsed.isError(), exactStructured, meta(json));
    }

    /** Returns the result with the {@code _meta} of the given JSON. The rest is unchanged. */
    CallToolResult withMeta(CallToolResult result, Slice json) {
        return new CallToolResult(result.content(), result.isError(), result.structuredContent(), meta(json));
    }

    ReadResourceResult parseResource(Slice json) {
        return new ReadResourceResult(read(json, ReadResourceResult.class).contents(), meta(json));
    }

    GetPromptResult parsePrompt(Slice json) {
        GetPromptResult parsed = read(json, GetPromptResult.class);
        return new GetPromptResult(parsed.description(), parsed.messages(), meta(json));
    }

    private static @Nullable Map<String, Object> meta(Slice json) {
        Slice meta = Json.type(json) == JsonType.OBJECT ? Members.get(json, "_meta") : null;
        return meta == null ? null : JavaValue.objectFromJson(meta);
    }

    /**
     * Creates the error response for a refused read of a resource or prompt. (A refused tool call gets a
     * result that contains the error.)
     */
    static McpError error(int code, RefusedException refused) {
        return McpError.builder(code)
                .message(refused.getMessage())
                .data(JavaValue.objectFromJson(Slice.of(refused.json())))
                .build();
    }
}
