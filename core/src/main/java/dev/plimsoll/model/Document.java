package dev.plimsoll.model;

import dev.plimsoll.json.CheckedJson;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/**
 * JSON or text that {@code path}, {@code lines}, and pages refer to. If a result has structured content, that is the document; a string
 * becomes its text. Otherwise, the document is the only text, as JSON if the text parses to an object or array. For several content
 * blocks, the document is an array of them, with texts as strings or as the JSON they contain.
 *
 * @param bytes the JSON value, or the decoded text
 * @param isJson whether the bytes are a JSON value
 * @param checked the value with the index that its validation built; null if there is none
 */
public record Document(
        Slice bytes, boolean isJson, @Nullable CheckedJson checked) {

    public Document(Slice bytes, boolean isJson) {
        this(bytes, isJson, null);
    }

    /** Returns the document of a result. */
    public static Document of(ToolResult result) {
        Slice structured = result.structured();
        if (structured != null) {
            return ofStructured(structured, null);
        }
        if (result.blocks().size() == 1) {
            ContentBlock block = result.blocks().get(0);
            return block.text() == null ? new Document(block.raw(), true) : ofText(block.text());
        }
        return ofBlocks(result);
    }

    /** Returns the document in structured content, with its index if known. The document in a string is its text. */
    public static Document ofStructured(Slice value, @Nullable CheckedJson checked) {
        return Json.type(value) == JsonType.STRING
                ? new Document(JsonText.unescapeToSlice(Json.stringInside(value)), false)
                : new Document(value, true, checked);
    }

    /** Returns all content blocks as one array, with texts as strings or as the JSON they contain. */
    public static Document ofBlocks(ToolResult result) {
        return new Document(Slice.of(writeArray(result)), true);
    }

    /** Returns the document in a text that is the inside of a JSON string, still escaped. */
    public static Document ofText(Slice inside) {
        Slice text = JsonText.hasEscapes(inside) ? JsonText.unescapeToSlice(inside) : inside;
        return ofDecoded(text);
    }

    /** Returns the document in a decoded text. */
    public static Document ofDecoded(Slice text) {
        CheckedJson json = parseContainer(text);
        return json == null ? new Document(text, false) : new Document(json.value(), true, json);
    }

    /** Returns the JSON object or array in this text, or null. A bare string or number is text. */
    static @Nullable CheckedJson parseContainer(Slice text) {
        Slice trimmed = Json.trim(text);
        boolean isContainer = !trimmed.isEmpty() && (trimmed.at(0) == '{' || trimmed.at(0) == '[');
        return isContainer ? CheckedJson.of(trimmed) : null;
    }

    /** Returns this document as a text, even if it is JSON. */
    public Document asText() {
        return isJson ? new Document(bytes, false) : this;
    }

    private static byte[] writeArray(ToolResult result) {
        JsonWriter json = new JsonWriter(result.raw().length() + 16).beginArray();
        for (ContentBlock contentBlock : result.blocks()) {
            Document text = contentBlock.text() == null ? null : ofText(contentBlock.text());
            if (text == null) {
                json.sink().json(contentBlock.raw());
            } else if (text.isJson()) {
                json.sink().json(text.bytes());
            } else {
                json.string(text.bytes());
            }
        }
        return json.endArray().toByteArray();
    }

    /** Returns whether the document is a JSON value of this type. */
    public boolean hasType(JsonType type) {
        return isJson && Json.type(bytes) == type;
    }
}
