package dev.plimsoll.search;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;

/** Walks the keys, strings, and other scalars of a valid JSON value in order. It needs no stack, so nesting is not limited. */
public final class ScalarWalker {

    private final byte[] bytes;
    private final int end;
    private int at;
    private int tokenStart;
    private boolean isString;

    public ScalarWalker(Slice value) {
        this.bytes = value.bytes();
        this.at = value.from();
        this.end = value.to();
    }

    /** Moves to the next token; returns false after the last. */
    public boolean next() {
        while (at < end) {
            byte c = bytes[at];
            isString = c == '"';
            if (isString || c == '-' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z')) {
                tokenStart = at;
                at = Json.skipValue(bytes, at, end);
                return true;
            }
            at++;
        }
        return false;
    }

    /** Returns the offset of the token in the array, including the quote of a string. */
    int start() {
        return tokenStart;
    }

    /** Returns the token as it is written, with the quotes of a string. */
    public Slice token() {
        return new Slice(bytes, tokenStart, at);
    }

    /** Returns whether the token is the key of a member. */
    boolean isKey() {
        int next = Json.skipSpace(bytes, at, end);
        return isString && next < end && bytes[next] == ':';
    }

    /** Returns the key without its quotes, still escaped. The token must be a key. */
    Slice key() {
        return new Slice(bytes, tokenStart + 1, at - 1);
    }

    /** Returns the value of the member whose key the token is. The token must be a key. */
    Slice memberValue() {
        int from = Json.skipSpace(bytes, Json.skipSpace(bytes, at, end) + 1, end);
        return new Slice(bytes, from, Json.skipValue(bytes, from, end));
    }

    /** Returns the text of the token with escapes decoded. */
    public Slice text() {
        return isString
                ? decoded(new Slice(bytes, tokenStart + 1, Math.max(tokenStart + 1, at - 1)))
                : new Slice(bytes, tokenStart, at);
    }

    /** Returns the inside of a JSON string with escapes decoded. */
    public static Slice decoded(Slice inside) {
        return JsonText.hasEscapes(inside) ? Slice.of(JsonText.unescape(inside)) : inside;
    }
}
