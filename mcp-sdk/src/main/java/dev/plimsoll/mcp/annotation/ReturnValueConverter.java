package dev.plimsoll.mcp.annotation;

import dev.plimsoll.model.RefusedException;
import dev.plimsoll.source.PageSource;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Content;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;

/** Converts the return value of a method to a tool result. Text stays text, everything else becomes JSON. */
record ReturnValueConverter(McpJsonMapper mapper) {

    CallToolResult toResult(@Nullable Object value) {
        if (value instanceof CallToolResult callToolResult) {
            return callToolResult;
        }
        if (value instanceof PageSource source) {
            // the guard reads the source before the result is written as JSON
            return new CallToolResult(List.of(), false, source, null);
        }
        if (value instanceof Content content) {
            return CallToolResult.builder().addContent(content).build();
        }
        if (value instanceof Optional<?> optional) {
            return toResult(optional.orElse(null));
        }
        if (value instanceof BaseStream<?, ?> stream) {
            try (stream) {
                return textResult(toJson(toList(stream)));
            }
        }
        return textResult(value instanceof CharSequence text ? text.toString() : toJson(value));
    }

    private static Object toList(BaseStream<?, ?> stream) {
        List<Object> items = new ArrayList<>();
        stream.iterator().forEachRemaining(items::add);
        return items;
    }

    private static CallToolResult textResult(String text) {
        return CallToolResult.builder().addTextContent(text).build();
    }

    private String toJson(@Nullable Object value) {
        if (value == null) {
            return "null";
        }
        try {
            return mapper.writeValueAsString(value);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the return value as JSON", e);
        }
    }

    static CallToolResult errorResult(RefusedException refused) {
        return CallToolResult.builder()
                .addTextContent(new String(refused.json(), StandardCharsets.UTF_8))
                .isError(true)
                .build();
    }
}
