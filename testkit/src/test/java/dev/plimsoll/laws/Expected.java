package dev.plimsoll.laws;

import dev.plimsoll.format.TextRecords;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.Document;
import org.jspecify.annotations.Nullable;

/**
 * A part of the original that reading must give back.
 *
 * @param path where it stands in the document
 * @param value the JSON value, or the decoded text
 * @param came the text that its data was read from, or the object with that text; null where it is no such data
 */
record Expected(
        String path, Slice value, boolean json, @Nullable Document came) {

    Expected(String path, Slice value, boolean json) {
        this(path, value, json, null);
    }

    /** A document, with data in the place of its text where there are some. */
    static Expected of(Document came, @Nullable TextRecords records) {
        return records == null
                ? new Expected("", came.bytes(), came.json())
                : new Expected("", records.whole(), true, came);
    }

    /** How it looks when it is shown whole. */
    Expected asItCame() {
        return came == null ? this : new Expected(path, came.bytes(), came.json());
    }

    static Expected of(String path, Slice value) {
        return Quoted.isString(value) ? new Expected(path, Quoted.text(value), false) : new Expected(path, value, true);
    }

    boolean is(JsonType type) {
        return json && Json.type(value) == type;
    }

    /** The way from here to another path, which must lead on from this one. */
    JsonPointer wayTo(String other) {
        if (!other.startsWith(path)) {
            throw new AssertionError(other + " is no part of " + path);
        }
        return JsonPointer.parse(other.substring(path.length()));
    }

    /** The part at a path further down. */
    Expected at(String other) {
        JsonPointer way = wayTo(other);
        if (way.tokens().isEmpty()) {
            return this;
        }
        Slice found = way.find(value);
        if (found == null) {
            throw new AssertionError("an answer names " + other + ", which is not there");
        }
        return of(other, found);
    }
}
