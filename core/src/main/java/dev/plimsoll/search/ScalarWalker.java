package dev.plimsoll.search;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;

/** Walks the keys, strings, and other scalars of a valid JSON value in order. It needs no stack, so nesting is not limited. */
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

    /** Moves to the next token; returns false after the last. */
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

    /** Returns the offset of the token in the array, including the quote of a string. */
    int start() {
        return from;
    }

    /** Returns whether the token is the key of a member. */
    boolean isKey() {
        int next = Json.skipSpace(b, at, end);
        return string && next < end && b[next] == ':';
    }

    /** Returns the text of the token with escapes decoded. */
    Slice text() {
        return string ? decoded(new Slice(b, from + 1, Math.max(from + 1, at - 1))) : new Slice(b, from, at);
    }

    static Slice decoded(Slice inside) {
        return JsonText.hasEscapes(inside) ? Slice.of(JsonText.unescape(inside)) : inside;
    }
}
