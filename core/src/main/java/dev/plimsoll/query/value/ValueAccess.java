package dev.plimsoll.query.value;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import org.jspecify.annotations.Nullable;

/** Access to values inside arrays and objects: by name, index, or range, or by iteration. */
public final class ValueAccess {

    public static final StringValue START = StringValue.of("start");
    public static final StringValue END = StringValue.of("end");

    private ValueAccess() {}

    public static Value field(Value in, StringValue name, QueryMeter queryMeter) {
        if (in instanceof ObjectValue object) {
            Value value = object.get(name, queryMeter);
            return value == null ? ConstantValue.absent(object, name) : value;
        }
        if (in.isNull()) {
            return in;
        }
        String key = ValueWriter.toJson(name, queryMeter).string();
        throw QueryError.about(in, "Cannot index " + in.kind().typeName() + " with " + key);
    }

    public static Value index(Value in, Value key, QueryMeter queryMeter) {
        if (key instanceof StringValue name && (in instanceof ObjectValue || in.kind() != ValueKind.NULL)) {
            return field(in, name, queryMeter);
        }
        if (key instanceof NumberValue n && (in instanceof ArrayValue || in.isNull())) {
            return in instanceof ArrayValue array ? item(array, n, queryMeter) : in;
        }
        if (key instanceof ObjectValue range
                && (in instanceof ArrayValue || in instanceof StringValue || in.isNull())) {
            return slice(in, range.get(START, queryMeter), range.get(END, queryMeter), queryMeter);
        }
        if (key instanceof ArrayValue wanted && in instanceof ArrayValue array) {
            return indices(array, wanted, queryMeter);
        }
        if (in.isNull() && key instanceof StringValue) {
            return in;
        }
        throw QueryError.about(
                in,
                "Cannot index " + in.kind().typeName() + " with " + key.kind().typeName());
    }

    private static Value item(ArrayValue array, NumberValue number, QueryMeter queryMeter) {
        if (number.isNan()) {
            return ConstantValue.NULL;
        }
        double floor = Math.floor(number.toDouble());
        if (floor < 0) {
            floor += array.length(queryMeter);
        }
        if (floor < 0 || floor >= Integer.MAX_VALUE) {
            return ConstantValue.NULL;
        }
        Value item = array.get((int) floor, queryMeter);
        return item == null ? ConstantValue.NULL : item;
    }

    /** Returns the indexes at which an array begins inside another. */
    public static Value indices(ArrayValue array, ArrayValue wanted, QueryMeter queryMeter) {
        ListArrayValue found = new ListArrayValue(0);
        int length = wanted.length(queryMeter);
        int last = array.length(queryMeter) - length;
        ListArrayValue items = array.list(queryMeter);
        for (int i = 0; length > 0 && i <= last; i++) {
            boolean isSame = true;
            for (int j = 0; j < length && isSame; j++) {
                Value item = items.get(i + j, queryMeter);
                Value part = wanted.get(j, queryMeter);
                isSame = item != null && part != null && ValueOrder.equal(item, part, queryMeter);
            }
            if (isSame) {
                found.add(NumberValue.of(i), queryMeter);
            }
        }
        return found;
    }

    public static Value slice(Value in, @Nullable Value from, @Nullable Value to, QueryMeter queryMeter) {
        if (in.isNull()) {
            return in;
        }
        if (!(in instanceof ArrayValue) && !(in instanceof StringValue)) {
            throw QueryError.about(in, "Cannot index " + in.kind().typeName() + " with object");
        }
        if (in instanceof StringValue text) {
            int length = Utf8.codePoints(text.text());
            queryMeter.addScannedBytes(text.text().length());
            int start = start(from, length);
            return StringValue.ofText(codePoints(text.text(), start, Math.max(start, end(to, length))));
        }
        ListArrayValue array = ((ArrayValue) in).list(queryMeter);
        int length = array.length(queryMeter);
        int start = start(from, length);
        return array.part(start, Math.max(start, end(to, length)), queryMeter);
    }

    /** Returns the part of a text from one code point to another. */
    public static Slice codePoints(Slice text, int from, int to) {
        int start = byteOffset(text, 0, from);
        return text.sub(start, byteOffset(text, start, to - from));
    }

    /** Returns the byte offset of the n-th code point after an offset. */
    public static int byteOffset(Slice text, int at, int n) {
        int i = at;
        for (int left = n; left > 0 && i < text.length(); left--) {
            i++;
            while (i < text.length() && (text.at(i) & 0xC0) == 0x80) {
                i++;
            }
        }
        return i;
    }

    static int start(@Nullable Value from, int length) {
        return bound(from, length, 0, false);
    }

    static int end(@Nullable Value to, int length) {
        return bound(to, length, length, true);
    }

    private static int bound(@Nullable Value bound, int length, int defaultBound, boolean roundsUp) {
        if (bound == null || bound.isNull()) {
            return defaultBound;
        }
        if (!(bound instanceof NumberValue n)) {
            throw new QueryError("Start and end indices of an array slice must be numbers");
        }
        double d = n.isNan() ? 0 : n.toDouble();
        d = d < 0 ? d + length : d;
        d = roundsUp ? Math.ceil(d) : Math.floor(d);
        return (int) Math.max(0, Math.min(length, d));
    }

    /** Iterates over all values of an array or object. */
    public static ValueIterator items(Value in, QueryMeter queryMeter) {
        if (in instanceof ArrayValue array) {
            return array.items(queryMeter);
        }
        if (in instanceof ObjectValue object) {
            return object.entries(queryMeter);
        }
        throw QueryError.about(in, "Cannot iterate over " + QueryError.describe(in, queryMeter));
    }

    /** Returns a copy with another value at a key. Null counts as an empty container. */
    public static Value with(Value in, Value key, Value value, QueryMeter queryMeter) {
        if (key instanceof StringValue name && (in instanceof ObjectValue || in.isNull())) {
            return (in instanceof ObjectValue object ? object.map(queryMeter) : new MapObjectValue())
                    .with(name, value, queryMeter);
        }
        if (key instanceof NumberValue n && (in instanceof ArrayValue || in.isNull())) {
            return withItem(
                    in instanceof ArrayValue array ? array.list(queryMeter) : new ListArrayValue(0),
                    n,
                    value,
                    queryMeter);
        }
        if (key instanceof ObjectValue range && (in instanceof ArrayValue || in.isNull())) {
            return withRange(
                    in instanceof ArrayValue array ? array.list(queryMeter) : new ListArrayValue(0),
                    range,
                    value,
                    queryMeter);
        }
        throw QueryError.about(in, cannotIndex(in, key, queryMeter));
    }

    public static String cannotIndex(Value in, Value key, QueryMeter queryMeter) {
        String with = key instanceof StringValue
                ? ValueWriter.toJson(key, queryMeter).string()
                : key.kind().typeName();
        return "Cannot index " + in.kind().typeName() + " with " + with;
    }

    private static Value withItem(ListArrayValue array, NumberValue n, Value value, QueryMeter queryMeter) {
        double floor = Math.floor(n.toDouble());
        floor = floor < 0 ? floor + array.length(queryMeter) : floor;
        if (floor < 0) {
            throw new QueryError("Out of bounds negative array index");
        }
        if (!(floor < 1 << 29)) {
            throw new QueryError("Array index too large");
        }
        queryMeter.addBuiltBytes(8 * Math.max(0, (long) floor - array.length(queryMeter)));
        return array.with((int) floor, value, queryMeter);
    }

    private static Value withRange(ListArrayValue array, ObjectValue range, Value value, QueryMeter queryMeter) {
        if (!(value instanceof ArrayValue part)) {
            throw new QueryError("A slice of an array can only be assigned another array");
        }
        int length = array.length(queryMeter);
        int start = start(range.get(START, queryMeter), length);
        int end = Math.max(start, end(range.get(END, queryMeter), length));
        ListArrayValue all = array.part(0, start, queryMeter);
        addAll(all, part, queryMeter);
        addAll(all, array.part(end, length, queryMeter), queryMeter);
        return all;
    }

    public static void addAll(ListArrayValue to, ArrayValue from, QueryMeter queryMeter) {
        ValueIterator elements = from.items(queryMeter);
        while (elements.next()) {
            to.add(elements.value(), queryMeter);
        }
    }
}
