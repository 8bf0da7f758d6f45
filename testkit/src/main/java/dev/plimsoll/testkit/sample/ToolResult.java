package dev.plimsoll.testkit.sample;

import dev.plimsoll.json.Slice;
import java.nio.charset.StandardCharsets;

/** A result of {@code tools/call} as it came over the wire: the bytes of one JSON object, and a name for messages. */
public record ToolResult(String name, byte[] bytes) {

    static ToolResult of(String name, String json) {
        return new ToolResult(name, json.getBytes(StandardCharsets.UTF_8));
    }

    public Slice slice() {
        return Slice.of(bytes);
    }

    @Override
    public String toString() {
        return name + ": " + new String(bytes, StandardCharsets.UTF_8);
    }
}
