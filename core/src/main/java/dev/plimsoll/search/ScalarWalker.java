package dev.plimsoll.search;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;

/** Iterates over the keys, strings, and other scalars of a valid JSON value in order. It has no stack, so the depth is not limited. */
public final class ScalarWalker {

    private final byte[] bytes;
    private final int end;
    private int offset;
    private int tokenStart;
    private boolean isString;

    public ScalarWalker(Slice value) {
        this.bytes = value.bytes();
        this.offset = value.from();
        this.end = value.to();
    }

    /** Moves to the next token; returns false after the last. */
    public boolean next() {
        while (offset < end) {
            byte c = bytes[offset];
            isString = c == '"';
            if (isString || c == '-' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z')) {
                tokenStart = offset;
                offset = Json.skipValue(bytes, offset, end);
                return true;
            }
            offset++;
        }
        return false;
    }

    /** Returns the offset of the token in the byte array; for a string, of its opening quote. */
    int start() {
        return tokenStart;
    }

    /** Returns the token as in the JSON value; for a string, with its quotes. */
    public Slice token() {
        return new Slice(bytes, tokenStart, offset);
    }

    /** Returns whether the token is the key of a member. */
    boolean isKey() {
        int next = Json.skipSpace(bytes, offset, end);
        return isString && next < end && bytes[next] == ':';
    }

    /** Returns the key without its quotes, still escaped. The token must be a key. */
    Slice key() {
        return new Slice(bytes, tokenStart + 1, offset - 1);
    }

    /** Returns the value of the member. The token must be its key. */
    Slice memberValue() {
        int from = Json.skipSpace(bytes, Json.skipSpace(bytes, offset, end) + 1, end);
        return new Slice(bytes, from, Json.skipValue(bytes, from, end));
    }

    /** Returns the text of the token with escapes decoded. */
    public Slice text() {
        return isString
                ? decode(new Slice(bytes, tokenStart + 1, Math.max(tokenStart + 1, offset - 1)))
                : new Slice(bytes, tokenStart, offset);
    }

    /** Decodes the escapes in the content of a JSON string. */
    public static Slice decode(Slice content) {
        return JsonText.hasEscapes(content) ? Slice.of(JsonText.unescape(content)) : content;
    }
}
