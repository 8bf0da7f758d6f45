package dev.plimsoll.bench.answers.payload;

import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import tools.jackson.databind.JsonNode;

/** Writes results of tools. */
final class ResultWriter {

    private ResultWriter() {}

    /** Returns a result with one text. */
    static Slice toTextResult(String text) {
        JsonWriter json = new JsonWriter().beginObject().beginArray("content");
        json.beginObject().string("type", "text").string("text", text).endObject();
        return json.endArray().endObject().slice();
    }

    /** Returns a result with structured content, and its JSON as a text. */
    static Slice toStructuredResult(JsonNode content, String text) {
        JsonWriter json = new JsonWriter().beginObject().beginArray("content");
        json.beginObject()
                .string("type", "text")
                .string("text", text)
                .endObject()
                .endArray();
        return json.raw("structuredContent", content.toString()).endObject().slice();
    }
}
