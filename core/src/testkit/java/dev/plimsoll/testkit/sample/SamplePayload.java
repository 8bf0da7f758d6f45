package dev.plimsoll.testkit.sample;

import dev.plimsoll.json.Slice;
import java.nio.charset.StandardCharsets;

/** A sample payload of a tool: UTF-8 bytes, their name, and their kind. The bytes must not be changed. */
public record SamplePayload(String name, Kind kind, byte[] bytes) {

    /** The kind of the bytes. {@code JSON} is used only for a single document that is valid under RFC 8259. */
    public enum Kind {
        JSON,
        JSON_LINES,
        CSV,
        LOG,
        MARKDOWN,
        CODE,
        PROSE,
        BASE64,
        TEXT
    }

    static SamplePayload of(String name, Kind kind, String text) {
        return new SamplePayload(name, kind, text.getBytes(StandardCharsets.UTF_8));
    }

    public boolean isJson() {
        return kind == Kind.JSON;
    }

    /** Returns whether this is a JSON object, as {@code structuredContent} must be before revision 2026-07-28. */
    public boolean isObject() {
        return isJson() && text().stripLeading().startsWith("{");
    }

    public String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    public Slice slice() {
        return Slice.of(bytes);
    }

    @Override
    public String toString() {
        return name + " " + kind + ": " + text();
    }
}
