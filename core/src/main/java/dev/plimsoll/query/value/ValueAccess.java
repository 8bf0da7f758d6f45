package dev.plimsoll.query.value;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import org.jspecify.annotations.Nullable;

/** Access to values inside arrays and objects: by name, index, or range, or by iteration. */
public final class ValueAccess {

    public static final StringValue START = StringValue.of("start");
    public static final StringValue END = StringValue.of("end");

    private ValueAccess() {}

    public static Value field(Value input, StringValue name, QueryMeter queryMeter) {
        if (input instanceof ObjectValue object) {
            Value value = object.get(name, queryMeter);
            return value == null ? ConstantValue.absent(object, name) : value;
        }
        if (input.isNull()) {
            return input;
        }
        String key = ValueWriter.toJson(name, queryMeter).string();
        throw QueryError.about(input, "Cannot index " + input.kind().typeName() + " with " + key);
    }

    public static Value index(Value input, Value key, QueryMeter queryMeter) {
        if (key instanceof StringValue name) {
            return field(input, name, queryMeter);
        }
        if (key instanceof NumberValue number && (input instanceof ArrayValue || input.isNull())) {
            return input instanceof ArrayValue array ? item(array, number, queryMeter) : input;
        }
        if (key instanceof ObjectValue range
                && (input instanceof ArrayValue || input instanceof StringValue || input.isNull())) {
            return slice(input, range.get(START, queryMeter), range.get(END, queryMeter), queryMeter);
        }
        if (key instanceof ArrayValue sought && input instanceof ArrayValue array) {
            return indices(array, sought, queryMeter);
        }
        throw QueryError.about(
                input,
                "Cannot index " + input.kind().typeName() + " with "
                        + key.kind().typeName());
    }

    private static Value item(ArrayValue array, NumberValue number, QueryMeter queryMeter) {
        if (number.isNan()) {
            return ConstantValue.NULL;
        }
        double position = Math.floor(number.toDouble());
        if (position < 0) {
            position += array.length(queryMeter);
        }
        if (position < 0 || position >= Integer.MAX_VALUE) {
            return ConstantValue.NULL;
        }
        Value item = array.get((int) position, queryMeter);
        return item == null ? ConstantValue.NULL : item;
    }

    /** Returns the indexes in an array at which the sought array begins. */
    public static Value indices(ArrayValue array, ArrayValue sought, QueryMeter queryMeter) {
        ListArrayValue indexes = new ListArrayValue(0);
        int length = sought.length(queryMeter);
        int last = array.length(queryMeter) - length;
        ListArrayValue items = array.toListArray(queryMeter);
        for (int i = 0; length > 0 && i <= last; i++) {
            boolean isMatch = true;
            for (int j = 0; j < length && isMatch; j++) {
                Value item = items.get(i + j, queryMeter);
                Value soughtItem = sought.get(j, queryMeter);
                isMatch = item != null && soughtItem != null && ValueOrder.equal(item, soughtItem, queryMeter);
            }
            if (isMatch) {
                indexes.add(NumberValue.of(i), queryMeter);
            }
        }
        return indexes;
    }

    public static Value slice(Value input, @Nullable Value from, @Nullable Value to, QueryMeter queryMeter) {
        if (input.isNull()) {
            return input;
        }
        if (!(input instanceof ArrayValue) && !(input instanceof StringValue)) {
            throw QueryError.about(input, "Cannot index " + input.kind().typeName() + " with object");
        }
        if (input instanceof StringValue text) {
            int length = Utf8.codePoints(text.text());
            queryMeter.addScannedBytes(text.text().length());
            int start = start(from, length);
            return StringValue.ofText(codePoints(text.text(), start, Math.max(start, end(to, length))));
        }
        ListArrayValue array = ((ArrayValue) input).toListArray(queryMeter);
        int length = array.length(queryMeter);
        int start = start(from, length);
        return array.copyOfRange(start, Math.max(start, end(to, length)), queryMeter);
    }

    /** Returns the part of a text from one code point to another. */
    public static Slice codePoints(Slice text, int from, int to) {
        int start = byteOffset(text, 0, from);
        return text.sub(start, byteOffset(text, start, to - from));
    }

    /** Returns the byte offset after {@code count} code points, of which the first begins at {@code offset}. */
    public static int byteOffset(Slice text, int offset, int count) {
        int position = offset;
        for (int remaining = count; remaining > 0 && position < text.length(); remaining--) {
            position++;
            while (position < text.length() && (text.at(position) & 0xC0) == 0x80) {
                position++;
            }
        }
        return position;
    }

    static int start(@Nullable Value from, int length) {
        return toIndex(from, length, 0, false);
    }

    static int end(@Nullable Value to, int length) {
        return toIndex(to, length, length, true);
    }

    private static int toIndex(@Nullable Value bound, int length, int defaultBound, boolean isRoundedUp) {
        if (bound == null || bound.isNull()) {
            return defaultBound;
        }
        if (!(bound instanceof NumberValue number)) {
            throw new QueryError("Start and end indices of an array slice must be numbers");
        }
        double position = number.isNan() ? 0 : number.toDouble();
        position = position < 0 ? position + length : position;
        position = isRoundedUp ? Math.ceil(position) : Math.floor(position);
        return (int) Math.max(0, Math.min(length, position));
    }

    /** Iterates over all values of an array or object. */
    public static ValueIterator items(Value input, QueryMeter queryMeter) {
        if (input instanceof ArrayValue array) {
            return array.items(queryMeter);
        }
        if (input instanceof ObjectValue object) {
            return object.entries(queryMeter);
        }
        throw QueryError.about(input, "Cannot iterate over " + QueryError.describe(input, queryMeter));
    }

    /** Returns a copy with another value at a key. Null counts as an empty container. */
    public static Value with(Value input, Value key, Value value, QueryMeter queryMeter) {
        if (key instanceof StringValue name && (input instanceof ObjectValue || input.isNull())) {
            return (input instanceof ObjectValue object ? object.toMapObject(queryMeter) : new MapObjectValue())
                    .with(name, value, queryMeter);
        }
        if (key instanceof NumberValue number && (input instanceof ArrayValue || input.isNull())) {
            return withItem(
                    input instanceof ArrayValue array ? array.toListArray(queryMeter) : new ListArrayValue(0),
                    number,
                    value,
                    queryMeter);
        }
        if (key instanceof ObjectValue range && (input instanceof ArrayValue || input.isNull())) {
            return withRange(
                    input instanceof ArrayValue array ? array.toListArray(queryMeter) : new ListArrayValue(0),
                    range,
                    value,
                    queryMeter);
        }
        throw QueryError.about(input, cannotIndexMessage(input, key, queryMeter));
    }

    public static String cannotIndexMessage(Value input, Value key, QueryMeter queryMeter) {
        String keyText = key instanceof StringValue
                ? ValueWriter.toJson(key, queryMeter).string()
                : key.kind().typeName();
        return "Cannot index " + input.kind().typeName() + " with " + keyText;
    }

    private static Value withItem(ListArrayValue array, NumberValue index, Value value, QueryMeter queryMeter) {
        double position = Math.floor(index.toDouble());
        position = position < 0 ? position + array.length(queryMeter) : position;
        if (position < 0) {
            throw new QueryError("Out of bounds negative array index");
        }
        if (!(position < 1 << 29)) {
            throw new QueryError("Array index too large");
        }
        queryMeter.addBuiltBytes(8 * Math.max(0, (long) position - array.length(queryMeter)));
        return array.with((int) position, value, queryMeter);
    }

    private static Value withRange(ListArrayValue array, ObjectValue range, Value value, QueryMeter queryMeter) {
        if (!(value instanceof ArrayValue replacement)) {
            throw new QueryError("A slice of an array can only be assigned another array");
        }
        int length = array.length(queryMeter);
        int start = start(range.get(START, queryMeter), length);
        int end = Math.max(start, end(range.get(END, queryMeter), length));
        ListArrayValue result = array.copyOfRange(0, start, queryMeter);
        addAll(result, replacement, queryMeter);
        addAll(result, array.copyOfRange(end, length, queryMeter), queryMeter);
        return result;
    }

    public static void addAll(ListArrayValue target, ArrayValue source, QueryMeter queryMeter) {
        ValueIterator elements = source.items(queryMeter);
        while (elements.next()) {
            target.add(elements.value(), queryMeter);
        }
    }
}
