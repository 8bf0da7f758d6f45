package dev.plimsoll.format.json;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import java.util.BitSet;

/** Finds the first error in a text that is not JSON, for error messages. */
final class JsonErrorPlace {

    private final byte[] bytes;
    private final int end;
    private final BitSet isObjectAtDepth = new BitSet();
    private int depth;
    private int offset;

    private JsonErrorPlace(Slice text) {
        this.bytes = text.bytes();
        this.end = text.to();
        this.offset = text.from();
    }

    /** Returns the offset of the first error in the text; the length of the text if it only ends too soon. */
    static int find(Slice text) {
        JsonErrorPlace finder = new JsonErrorPlace(text);
        finder.readValues();
        return Math.min(finder.offset, text.to()) - text.from();
    }

    private void readValues() {
        while (true) {
            skipSpace();
            if (offset == end || !readValue()) {
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
        } while (depth > 0 && offset < end);
        return depth == 0;
    }

    /** Reads the next bracket, comma, or scalar. */
    private boolean readStep() {
        byte c = bytes[offset];
        if (c == '{' || c == '[') {
            isObjectAtDepth.set(depth++, c == '{');
            offset++;
            skipSpace();
            return !isInObject() || offset >= end || bytes[offset] == '}' || readKey();
        }
        if (depth > 0 && c == (isInObject() ? '}' : ']')) {
            depth--;
            offset++;
            return true;
        }
        if (depth > 0 && c == ',') {
            offset++;
            skipSpace();
            return !isInObject() || readKey();
        }
        int valueEnd = Json.endOfValid(bytes, offset, end);
        boolean isScalar = valueEnd > 0;
        offset = isScalar ? valueEnd : offset;
        return isScalar;
    }

    private boolean isInObject() {
        return depth > 0 && isObjectAtDepth.get(depth - 1);
    }

    /** Reads a key and its colon. */
    private boolean readKey() {
        int valueEnd = offset < end && bytes[offset] == '"' ? Json.endOfValid(bytes, offset, end) : -1;
        if (valueEnd < 0) {
            return false;
        }
        offset = valueEnd;
        skipSpace();
        boolean isColon = offset < end && bytes[offset] == ':';
        offset += isColon ? 1 : 0;
        return isColon;
    }

    private void skipSpace() {
        offset = Json.skipSpace(bytes, offset, end);
    }
}
