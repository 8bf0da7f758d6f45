package dev.plimsoll.laws;

import dev.plimsoll.format.TextRecords;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Document;
import org.jspecify.annotations.Nullable;

/**
 * A value of the original document that a read must return.
 *
 * @param path the path of the value in the document
 * @param value the JSON value, or the decoded text
 * @param source if the value is the records of a text: the text, or the object that contains it; otherwise
 * null
 */
record Expected(
        String path, Slice value, boolean json, @Nullable Document source) {

    Expected(String path, Slice value, boolean json) {
        this(path, value, json, null);
    }

    /** Creates the expectation for a whole document. If its text has records, they are expected instead
     * of the text. */
    static Expected of(Document original, @Nullable TextRecords records) {
        return records == null
                ? new Expected("", original.bytes(), original.isJson())
                : new Expected("", records.converted(), true, original);
    }

    /** Returns what mode full must return: the source if there is one, otherwise the value itself. */
    Expected received() {
        return source == null ? this : new Expected(path, source.bytes(), source.isJson());
    }

    static Expected of(String path, Slice value) {
        return JsonStrings.isString(value)
                ? new Expected(path, JsonStrings.text(value), false)
                : new Expected(path, value, true);
    }

    boolean is(JsonType type) {
        return json && Json.type(value) == type;
    }

    /** Returns the rest of a path that must begin with the path of this value. */
    JsonPointer relativePath(String other) {
        if (!other.startsWith(path)) {
            throw new AssertionError(other + " is no part of " + path);
        }
        return JsonPointer.parse(other.substring(path.length()));
    }

    /** Returns the value at a path that begins with the path of this value. */
    Expected at(String other) {
        JsonPointer relative = relativePath(other);
        if (relative.tokens().isEmpty()) {
            return this;
        }
        Slice found = relative.find(value);
        if (found == null) {
            throw new AssertionError("an answer names " + other + ", which is not there");
        }
        return of(other, found);
    }
}
