package dev.plimsoll.format.json;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import java.util.BitSet;

/** Finds the first error in a text that is not JSON, for error messages. */
final class JsonErrorPlace {

    private final byte[] b;
    private final int end;
    private final BitSet isObject = new BitSet();
    private int depth;
    private int at;

    private JsonErrorPlace(Slice text) {
        this.b = text.bytes();
        this.end = text.to();
        this.at = text.from();
    }

    /** Returns the offset of the first error from the beginning of the text; its length if it only ends too soon. */
    static int find(Slice text) {
        JsonErrorPlace place = new JsonErrorPlace(text);
        place.readValues();
        return Math.min(place.at, text.to()) - text.from();
    }

    private void readValues() {
        while (true) {
            skipSpace();
            if (at == end || !readValue()) {
                return;
            }
        }
    }

    /** Reads a scalar, or a container with all its contents; returns false at an error. */
    private boolean readValue() {
        do {
            if (!readStep()) {
                return false;
            }
            skipSpace();
        } while (depth > 0 && at < end);
        return depth == 0;
    }

    /** Reads the next bracket, comma, or scalar. */
    private boolean readStep() {
        byte c = b[at];
        if (c == '{' || c == '[') {
            isObject.set(depth++, c == '{');
            at++;
            skipSpace();
            return !isObject() || at >= end || b[at] == '}' || readKey();
        }
        if (depth > 0 && c == (isObject() ? '}' : ']')) {
            depth--;
            at++;
            return true;
        }
        if (depth > 0 && c == ',') {
            at++;
            skipSpace();
            return !isObject() || readKey();
        }
        int after = Json.endOfValid(b, at, end);
        boolean isScalar = after > 0;
        at = isScalar ? after : at;
        return isScalar;
    }

    private boolean isObject() {
        return depth > 0 && isObject.get(depth - 1);
    }

    /** Reads a key and its colon. */
    private boolean readKey() {
        int after = at < end && b[at] == '"' ? Json.endOfValid(b, at, end) : -1;
        if (after < 0) {
            return false;
        }
        at = after;
        skipSpace();
        boolean isColon = at < end && b[at] == ':';
        at += isColon ? 1 : 0;
        return isColon;
    }

    private void skipSpace() {
        at = Json.skipSpace(b, at, end);
    }
}
