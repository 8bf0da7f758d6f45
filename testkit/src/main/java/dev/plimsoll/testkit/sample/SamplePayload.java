package dev.plimsoll.testkit.sample;

import dev.plimsoll.json.Slice;
import java.nio.charset.StandardCharsets;

/** One sample of what a tool may answer: UTF-8 bytes with a name and what they are. Nobody changes the bytes. */
public record SamplePayload(String name, Kind kind, byte[] bytes) {

    /** What the bytes are; {@code JSON} is one document by the letter of RFC 8259, and nothing else is. */
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

    /** Whether this is a JSON object, as {@code structuredContent} must be before protocol 2026-07-28. */
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
