package dev.plimsoll.bench.load;

import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;

/**
 * Creates results of {@code tools/call} that contain a document. Each result has a separate byte array, like a received
 * message.
 */
public final class BenchToolResults {

    private BenchToolResults() {}

    /** Creates a result with the document in one text block. */
    public static Slice toTextResult(Slice document) {
        JsonWriter json = new JsonWriter(document.length() * 2).beginObject();
        return toSlice(writeTextBlock(document, json));
    }

    /** Creates a result with the array as a member of {@code structuredContent}, and empty content. */
    public static Slice toStructuredResult(Slice array) {
        JsonWriter json = new JsonWriter(array.length() + 100)
                .beginObject()
                .beginArray("content")
                .endArray();
        return toSlice(json.raw("structuredContent", wrapInObject(array)));
    }

    /** Creates a result with structured content that is repeated in a text block, as the specification recommends. */
    public static Slice toStructuredResultWithText(Slice array) {
        Slice object = wrapInObject(array);
        JsonWriter json = new JsonWriter(array.length() * 3).beginObject();
        return toSlice(writeTextBlock(object, json).raw("structuredContent", object));
    }

    /** Creates an object that contains little besides the array. */
    public static Slice wrapInObject(Slice array) {
        JsonWriter json = new JsonWriter(array.length() + 64).beginObject();
        return toSlice(json.number("page", 1).raw("items", array));
    }

    private static JsonWriter writeTextBlock(Slice document, JsonWriter json) {
        json.beginArray("content").beginObject().string("type", "text").string("text", document);
        return json.endObject().endArray();
    }

    private static Slice toSlice(JsonWriter object) {
        return Slice.of(object.endObject().toByteArray());
    }
}
