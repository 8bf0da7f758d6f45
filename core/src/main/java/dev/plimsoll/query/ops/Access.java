package dev.plimsoll.query.ops;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.query.value.Arr;
import dev.plimsoll.query.value.Constant;
import dev.plimsoll.query.value.Items;
import dev.plimsoll.query.value.JsonOut;
import dev.plimsoll.query.value.Kind;
import dev.plimsoll.query.value.ListArr;
import dev.plimsoll.query.value.MapObj;
import dev.plimsoll.query.value.Meter;
import dev.plimsoll.query.value.Num;
import dev.plimsoll.query.value.Obj;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.Str;
import dev.plimsoll.query.value.Value;
import org.jspecify.annotations.Nullable;

/** Looking inside values: by name, by number, by range, one after the other. */
public final class Access {

    public static final Str START = Str.of("start");
    public static final Str END = Str.of("end");

    private Access() {}

    public static Value field(Value in, Str name, Meter meter) {
        if (in instanceof Obj object) {
            Value value = object.get(name, meter);
            return value == null ? Constant.absent(object, name) : value;
        }
        if (in.isNull()) {
            return in;
        }
        String key = JsonOut.text(name, meter).string();
        throw QueryError.about(in, "Cannot index " + in.kind().word() + " with " + key);
    }

    public static Value index(Value in, Value key, Meter meter) {
        if (key instanceof Str name && (in instanceof Obj || in.kind() != Kind.NULL)) {
            return field(in, name, meter);
        }
        if (key instanceof Num n && (in instanceof Arr || in.isNull())) {
            return in instanceof Arr array ? item(array, n, meter) : in;
        }
        if (key instanceof Obj range && (in instanceof Arr || in instanceof Str || in.isNull())) {
            return slice(in, range.get(START, meter), range.get(END, meter), meter);
        }
        if (key instanceof Arr wanted && in instanceof Arr array) {
            return indices(array, wanted, meter);
        }
        if (in.isNull() && key instanceof Str) {
            return in;
        }
        throw QueryError.about(
                in, "Cannot index " + in.kind().word() + " with " + key.kind().word());
    }

    private static Value item(Arr array, Num number, Meter meter) {
        if (number.isNan()) {
            return Constant.NULL;
        }
        double floor = Math.floor(number.toDouble());
        if (floor < 0) {
            floor += array.length(meter);
        }
        if (floor < 0 || floor >= Integer.MAX_VALUE) {
            return Constant.NULL;
        }
        Value item = array.get((int) floor, meter);
        return item == null ? Constant.NULL : item;
    }

    /** Where an array begins inside another. */
    public static Value indices(Arr array, Arr wanted, Meter meter) {
        ListArr found = new ListArr(0);
        int length = wanted.length(meter);
        int last = array.length(meter) - length;
        ListArr items = array.list(meter);
        for (int i = 0; length > 0 && i <= last; i++) {
            boolean same = true;
            for (int j = 0; j < length && same; j++) {
                same = Ops.equal(items.get(i + j, meter), wanted.get(j, meter), meter);
            }
            if (same) {
                found.add(Num.of(i), meter);
            }
        }
        return found;
    }

    public static Value slice(Value in, @Nullable Value from, @Nullable Value to, Meter meter) {
        if (in.isNull()) {
            return in;
        }
        if (!(in instanceof Arr) && !(in instanceof Str)) {
            throw QueryError.about(in, "Cannot index " + in.kind().word() + " with object");
        }
        if (in instanceof Str text) {
            int length = Utf8.codePoints(text.text());
            meter.walked(text.text().length());
            int start = start(from, length);
            return Str.ofText(codePoints(text.text(), start, Math.max(start, end(to, length))));
        }
        ListArr array = ((Arr) in).list(meter);
        int length = array.length(meter);
        int start = start(from, length);
        return array.part(start, Math.max(start, end(to, length)), meter);
    }

    /** The part of a text from one code point to another. */
    public static Slice codePoints(Slice text, int from, int to) {
        int start = byteOf(text, 0, from);
        return text.sub(start, byteOf(text, start, to - from));
    }

    /** The offset of the byte at which the n-th code point from an offset on begins. */
    public static int byteOf(Slice text, int at, int n) {
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

    private static int bound(@Nullable Value bound, int length, int otherwise, boolean up) {
        if (bound == null || bound.isNull()) {
            return otherwise;
        }
        if (!(bound instanceof Num n)) {
            throw new QueryError("Start and end indices of an array slice must be numbers");
        }
        double d = n.isNan() ? 0 : n.toDouble();
        d = d < 0 ? d + length : d;
        d = up ? Math.ceil(d) : Math.floor(d);
        return (int) Math.max(0, Math.min(length, d));
    }

    /** All values inside an array or an object. */
    public static Items items(Value in, Meter meter) {
        if (in instanceof Arr array) {
            return array.items(meter);
        }
        if (in instanceof Obj object) {
            return object.entries(meter);
        }
        throw QueryError.about(in, "Cannot iterate over " + Ops.describe(in, meter));
    }

    /** A copy with another value at a key; null is as good as an empty container. */
    public static Value with(Value in, Value key, Value value, Meter meter) {
        if (key instanceof Str name && (in instanceof Obj || in.isNull())) {
            return (in instanceof Obj object ? object.map(meter) : new MapObj()).with(name, value, meter);
        }
        if (key instanceof Num n && (in instanceof Arr || in.isNull())) {
            return withItem(in instanceof Arr array ? array.list(meter) : new ListArr(0), n, value, meter);
        }
        if (key instanceof Obj range && (in instanceof Arr || in.isNull())) {
            return withRange(in instanceof Arr array ? array.list(meter) : new ListArr(0), range, value, meter);
        }
        throw QueryError.about(in, cannotIndex(in, key, meter));
    }

    public static String cannotIndex(Value in, Value key, Meter meter) {
        String with = key instanceof Str
                ? JsonOut.text(key, meter).string()
                : key.kind().word();
        return "Cannot index " + in.kind().word() + " with " + with;
    }

    private static Value withItem(ListArr array, Num n, Value value, Meter meter) {
        double floor = Math.floor(n.toDouble());
        floor = floor < 0 ? floor + array.length(meter) : floor;
        if (floor < 0) {
            throw new QueryError("Out of bounds negative array index");
        }
        if (!(floor < 1 << 29)) {
            throw new QueryError("Array index too large");
        }
        meter.built(8 * Math.max(0, (long) floor - array.length(meter)));
        return array.with((int) floor, value, meter);
    }

    private static Value withRange(ListArr array, Obj range, Value value, Meter meter) {
        if (!(value instanceof Arr part)) {
            throw new QueryError("A slice of an array can only be assigned another array");
        }
        int length = array.length(meter);
        int start = start(range.get(START, meter), length);
        int end = Math.max(start, end(range.get(END, meter), length));
        ListArr all = array.part(0, start, meter);
        addAll(all, part, meter);
        addAll(all, array.part(end, length, meter), meter);
        return all;
    }

    public static void addAll(ListArr to, Arr from, Meter meter) {
        Items items = from.items(meter);
        while (items.next()) {
            to.add(items.value(), meter);
        }
    }
}
