package dev.plimsoll.search;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;

/** Walks the keys, strings and other scalars of a valid JSON value in order, however deep, with no stack at all. */
final class ScalarWalker {

    private final byte[] b;
    private final int end;
    private int at;
    private int from;
    private boolean string;

    ScalarWalker(Slice value) {
        this.b = value.bytes();
        this.at = value.from();
        this.end = value.to();
    }

    /** Steps to the next token; false after the last. */
    boolean next() {
        while (at < end) {
            byte c = b[at];
            string = c == '"';
            if (string || c == '-' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z')) {
                from = at;
                at = Json.skipValue(b, at, end);
                return true;
            }
            at++;
        }
        return false;
    }

    /** Where it begins in the array, a string with its quote. */
    int start() {
        return from;
    }

    /** Whether it is the key of a member. */
    boolean isKey() {
        int next = Json.skipSpace(b, at, end);
        return string && next < end && b[next] == ':';
    }

    /** What it says, escapes undone. */
    Slice text() {
        return string ? decoded(new Slice(b, from + 1, Math.max(from + 1, at - 1))) : new Slice(b, from, at);
    }

    static Slice decoded(Slice inside) {
        return JsonText.hasEscapes(inside) ? Slice.of(JsonText.unescape(inside)) : inside;
    }
}
