package dev.plimsoll.shape;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Document;
import org.jspecify.annotations.Nullable;

/**
 * The part of a document that is the result of one reading.
 *
 * @param bytes a JSON value, or decoded text
 * @param json which of the two
 * @param pointer where it stands in the document
 */
record Target(Slice bytes, boolean json, JsonPointer pointer) {

    static Target of(Document document) {
        return new Target(document.bytes(), document.json(), JsonPointer.root());
    }

    /** The part of a document at a pointer, a string as its text; null when there is nothing there. */
    static @Nullable Target at(Document document, JsonPointer pointer) {
        if (pointer.tokens().isEmpty()) {
            return of(document);
        }
        Slice found = document.json() ? pointer.find(document.bytes()) : null;
        return found == null ? null : of(found, pointer);
    }

    /** A value inside the document; a string becomes its decoded text. */
    static Target of(Slice value, JsonPointer pointer) {
        if (Json.type(value) == JsonType.STRING) {
            return new Target(Slice.of(JsonText.unescape(Json.stringInside(value))), false, pointer);
        }
        return new Target(value, true, pointer);
    }

    boolean is(JsonType type) {
        return json && Json.type(bytes) == type;
    }
}
