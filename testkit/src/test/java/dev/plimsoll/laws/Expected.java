package dev.plimsoll.laws;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;

/**
 * A part of the original that reading must give back.
 *
 * @param path where it stands in the document
 * @param value the JSON value, or the decoded text
 */
record Expected(String path, Slice value, boolean json) {

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
