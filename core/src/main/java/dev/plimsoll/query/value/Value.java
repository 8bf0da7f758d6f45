package dev.plimsoll.query.value;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/**
 * JSON value: selected in the document, or computed. It never changes after other code gets a reference to
 * it. Values of a document are created from ranges; only the first byte of a range is read for that.
 */
public abstract sealed class Value permits ConstantValue, NumberValue, StringValue, ArrayValue, ObjectValue {

    /** End or count that is not known yet. */
    static final int UNKNOWN_END = -1;

    private static final int NULL_LENGTH = 4;
    private static final int FALSE_LENGTH = 5;

    public abstract ValueKind kind();

    /** Returns the bytes of the value in the document if it was selected there. Null for computed values and constants. */
    public abstract @Nullable Slice source();

    /** Returns the keys by which this array was sorted; null for any other value. */
    public @Nullable SortKeys sortKeys() {
        return null;
    }

    public boolean isTrue() {
        return true;
    }

    public final boolean isNull() {
        return kind() == ValueKind.NULL;
    }

    /** Returns the value of a valid document, with optional white space around it. */
    public static Value document(Slice text) {
        Slice value = Json.trim(text);
        return of(value.bytes(), value.from(), value.to());
    }

    /** Returns the value in an exact range. */
    static Value of(byte[] b, int from, int to) {
        return switch (b[from]) {
            case '{' -> new RawObjectValue(b, from, to, to);
            case '[' -> new RawArrayValue(b, from, to, to);
            case '"' -> StringValue.ofEscaped(new Slice(b, from + 1, to - 1));
            case 't' -> ConstantValue.TRUE;
            case 'f' -> ConstantValue.FALSE;
            case 'n' -> ConstantValue.NULL;
            default -> NumberValue.ofSource(new Slice(b, from, to));
        };
    }

    /** Returns the value that begins at an offset and ends before a limit. Containers find their end on demand. */
    static Value startingAt(byte[] b, int from, int limit) {
        return switch (b[from]) {
            case '{' -> new RawObjectValue(b, from, limit, UNKNOWN_END);
            case '[' -> new RawArrayValue(b, from, limit, UNKNOWN_END);
            default -> of(b, from, Json.skipValue(b, from, limit));
        };
    }

    /** Returns the offset after a value that begins at {@code from}. */
    static int end(Value value, byte[] b, int from, int limit) {
        if (value instanceof RawObjectValue object) {
            return object.end();
        }
        if (value instanceof RawArrayValue array) {
            return array.end();
        }
        return switch (b[from]) {
            case 't', 'n' -> from + NULL_LENGTH;
            case 'f' -> from + FALSE_LENGTH;
            default -> endOfSource(value, b, from, limit);
        };
    }

    private static int endOfSource(Value value, byte[] b, int from, int limit) {
        Slice written = value.source();
        return written == null ? Json.skipValue(b, from, limit) : written.to();
    }
}
