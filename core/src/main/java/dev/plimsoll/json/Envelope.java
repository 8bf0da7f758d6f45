package dev.plimsoll.json;

import org.jspecify.annotations.Nullable;

/** Top-level members of a JSON-RPC message, found without building objects. All of the message is validated. */
public final class Envelope {

    private static final Slice RESULT = Slice.of("result");

    private @Nullable Slice version;
    private @Nullable Slice id;
    private @Nullable Slice method;
    private @Nullable Slice params;
    private @Nullable Slice result;
    private @Nullable CheckedJson checkedResult;
    private @Nullable Slice error;

    /** Minimum length of a result whose large parts are recorded. */
    private static final int MIN_CHECKED_BYTES = 1 << 16;

    /** Length of the longest key if each of its characters is escaped as six bytes. */
    private static final int MAX_KEY_BYTES = 6 * "jsonrpc".length();

    private Envelope() {}

    /** Parses a message; returns null unless it is one valid JSON object. */
    public static @Nullable Envelope parse(Slice message) {
        byte[] bytes = message.bytes();
        int end = message.to();
        int offset = Json.skipSpace(bytes, message.from(), end);
        if (offset == end || bytes[offset] != '{') {
            return null;
        }
        JsonValidator validator = new JsonValidator(bytes, end);
        Envelope envelope = new Envelope();
        offset = Json.skipSpace(bytes, offset + 1, end);
        boolean isEmpty = offset < end && bytes[offset] == '}';
        while (!isEmpty) {
            int valueStart = validator.validateKey(offset);
            if (valueStart < 0) {
                return null;
            }
            Slice key = new Slice(bytes, offset + 1, keyEnd(bytes, valueStart));
            int valueEnd = envelope.validate(key, valueStart, end, validator);
            if (valueEnd < 0) {
                return null;
            }
            envelope.assign(key, new Slice(bytes, valueStart, valueEnd));
            offset = Json.skipSpace(bytes, valueEnd, end);
            if (offset == end || bytes[offset] != ',') {
                break;
            }
            offset = Json.skipSpace(bytes, offset + 1, end);
        }
        boolean isClosed = offset < end && bytes[offset] == '}' && Json.skipSpace(bytes, offset + 1, end) == end;
        return isClosed ? envelope : null;
    }

    /** Validates a value and returns its end. For a long result, also records the offsets of its large parts. */
    private int validate(Slice key, int valueStart, int end, JsonValidator validator) {
        if (end - valueStart < MIN_CHECKED_BYTES || !key.contentEquals(RESULT)) {
            return validator.validateValue(valueStart);
        }
        checkedResult = CheckedJson.startingAt(key.bytes(), valueStart, end);
        return checkedResult == null
                ? JsonValidator.INVALID
                : checkedResult.value().to();
    }

    /** Returns whether the message begins like a JSON array. */
    public static boolean isBatch(Slice message) {
        int offset = Json.skipSpace(message.bytes(), message.from(), message.to());
        return offset < message.to() && message.bytes()[offset] == '[';
    }

    /** Returns the value of {@code jsonrpc}, which should be {@code "2.0"}; null if there is none. */
    public @Nullable Slice version() {
        return version;
    }

    public @Nullable Slice id() {
        return id;
    }

    /** Returns the value of {@code method}, even if it is not a string; null if there is none. */
    public @Nullable Slice rawMethod() {
        return method;
    }

    /** Returns the name of the method; null if there is none or it is not a string. */
    public @Nullable String method() {
        return method == null || method.at(0) != '"'
                ? null
                : Utf8.decode(Slice.of(JsonText.unescape(Json.stringInside(method))));
    }

    public @Nullable Slice params() {
        return params;
    }

    public @Nullable Slice result() {
        return result;
    }

    /** Returns the result with the offsets of its large parts; null if it is short. */
    public @Nullable CheckedJson checkedResult() {
        return checkedResult;
    }

    public @Nullable Slice error() {
        return error;
    }

    /** Returns the offset of the closing quote of the key before a value. */
    private static int keyEnd(byte[] bytes, int valueStart) {
        int quote = valueStart - 1;
        while (bytes[quote] != '"') {
            quote--;
        }
        return quote;
    }

    private void assign(Slice key, Slice value) {
        String name = key.length() > MAX_KEY_BYTES ? "" : Utf8.decode(Slice.of(JsonText.unescape(key)));
        switch (name) {
            case "jsonrpc" -> version = value;
            case "id" -> id = value;
            case "method" -> method = value;
            case "params" -> params = value;
            case "result" -> {
                result = value;
                checkedResult =
                        checkedResult != null && checkedResult.value().isSameRange(value) ? checkedResult : null;
            }
            case "error" -> error = value;
            default -> {}
        }
    }
}
