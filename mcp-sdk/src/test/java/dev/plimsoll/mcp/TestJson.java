package dev.plimsoll.mcp;

import io.modelcontextprotocol.json.McpJsonDefaults;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/** Writes and reads JSON with the SDK's mapper. */
final class TestJson {

    private TestJson() {}

    static String write(Object value) {
        try {
            return McpJsonDefaults.getMapper().writeValueAsString(value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> read(String json) {
        try {
            return McpJsonDefaults.getMapper().readValue(json, Map.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
