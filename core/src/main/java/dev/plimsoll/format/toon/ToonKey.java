package dev.plimsoll.format.toon;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/**
 * Key of a field.
 *
 * @param json the key as a JSON string
 * @param end the offset after the key: of a colon, or of the bracket of a header
 */
record ToonKey(Slice json, int end) {

    /** Parses the key at an offset; null if there is none, or no colon or bracket follows it. */
    static @Nullable ToonKey parse(byte[] bytes, int from, int to) {
        int end = endOfName(bytes, from, to);
        boolean isKey = end > from && end < to && (bytes[end] == ':' || bytes[end] == '[');
        return isKey ? new ToonKey(toJsonString(bytes, from, end), end) : null;
    }

    /** Returns the name between these offsets as a JSON string; a quoted one is already one. */
    static Slice toJsonString(byte[] bytes, int from, int to) {
        Slice name = new Slice(bytes, from, to);
        return bytes[from] == '"'
                ? name
                : new ByteSink(name.length() + 2).string(name).slice();
    }

    /** Returns the offset after the quoted or plain name at an offset; not more than {@code from} if there is none. */
    static int endOfName(byte[] bytes, int from, int to) {
        if (from < to && bytes[from] == '"') {
            return Json.endOfValid(bytes, from, to);
        }
        int i = from;
        while (i < to
                && (isLetter(bytes[i]) || (i > from && (isDigit(bytes[i]) || bytes[i] == '.' || bytes[i] == '-')))) {
            i++;
        }
        return i;
    }

    /** Returns whether a line is a field or the header of an array. */
    static boolean isField(byte[] bytes, int from, int to) {
        int end = endOfName(bytes, from, to);
        if (end < 0 || end >= to) {
            return false;
        }
        boolean isPlain = end > from && bytes[end] == ':' && (end + 1 == to || bytes[end + 1] == ' ');
        return isPlain || (bytes[end] == '[' && ToonHeader.parse(bytes, end, to) != null);
    }

    private static boolean isLetter(byte c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c < 0;
    }

    private static boolean isDigit(byte c) {
        return c >= '0' && c <= '9';
    }
}
