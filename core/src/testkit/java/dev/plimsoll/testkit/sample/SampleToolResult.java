package dev.plimsoll.testkit.sample;

import dev.plimsoll.json.Slice;
import java.nio.charset.StandardCharsets;

/** A result of {@code tools/call} as received: the bytes of one JSON object, and a name for messages. */
public record SampleToolResult(String name, byte[] bytes) {

    static SampleToolResult of(String name, String json) {
        return new SampleToolResult(name, json.getBytes(StandardCharsets.UTF_8));
    }

    public Slice slice() {
        return Slice.of(bytes);
    }

    @Override
    public String toString() {
        return name + ": " + new String(bytes, StandardCharsets.UTF_8);
    }
}
