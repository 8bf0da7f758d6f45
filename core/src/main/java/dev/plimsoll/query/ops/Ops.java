package dev.plimsoll.query.ops;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.query.value.Arr;
import dev.plimsoll.query.value.Constant;
import dev.plimsoll.query.value.Entries;
import dev.plimsoll.query.value.Items;
import dev.plimsoll.query.value.JsonOut;
import dev.plimsoll.query.value.ListArr;
import dev.plimsoll.query.value.MapObj;
import dev.plimsoll.query.value.Meter;
import dev.plimsoll.query.value.Num;
import dev.plimsoll.query.value.Numbers;
import dev.plimsoll.query.value.Obj;
import dev.plimsoll.query.value.Order;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.Str;
import dev.plimsoll.query.value.Value;
import org.jspecify.annotations.Nullable;

/** What {@code + - * / %} and the comparisons mean for each pair of kinds. */
public final class Ops {

    private static final int MOST_REPEATED = 1 << 28;

    private Ops() {}

    public static String describe(Value value, Meter meter) {
        return value.kind().word() + " (" + JsonOut.excerpt(value, meter) + ")";
    }

    public static QueryError wrong(Value in, String what, Meter meter) {
        return QueryError.about(in, describe(in, meter) + " " + what);
    }

    public static QueryError notIndexable(Value in, String with) {
        return QueryError.about(in, "Cannot index " + in.kind().word() + " with " + with);
    }

    private static QueryError cannot(Value a, Value b, String what, Meter meter) {
        Value culprit = a.isNull() ? a : b.isNull() ? b : a;
        return QueryError.about(culprit, describe(a, meter) + " and " + describe(b, meter) + " cannot be " + what);
    }

    public static Value add(Value a, Value b, Meter meter) {
        if (a instanceof Num n && b instanceof Num m) {
            return Numbers.add(n, m);
        }
        if (a.isNull() || b.isNull()) {
            return a.isNull() ? b : a;
        }
        if (a instanceof Str s && b instanceof Str t) {
            return concat(s.text(), t.text(), meter);
        }
        if (a instanceof Arr x && b instanceof Arr y) {
            return append(x.list(meter), y, meter);
        }
        if (a instanceof Obj o && b instanceof Obj p) {
            return merge(o.map(meter), p, meter);
        }
        throw cannot(a, b, "added", meter);
    }

    private static Str concat(Slice a, Slice b, Meter meter) {
        meter.built(a.length() + (long) b.length());
        meter.walked(a.length() + (long) b.length());
        return Str.ofText(new ByteSink(a.length() + b.length()).raw(a).raw(b).slice());
    }

    private static Value append(ListArr a, Arr b, Meter meter) {
        ListArr sum = a;
        Items items = b.items(meter);
        while (items.next()) {
            sum = sum.with(items.value(), meter);
        }
        return sum;
    }

    private static Value merge(MapObj a, Obj b, Meter meter) {
        MapObj sum = a;
        Entries entries = b.entries(meter);
        while (entries.next()) {
            sum = sum.with(entries.key(), entries.value(), meter);
        }
        return sum;
    }

    public static Value subtract(Value a, Value b, Meter meter) {
        if (a instanceof Num n && b instanceof Num m) {
            return Numbers.subtract(n, m);
        }
        if (a instanceof Arr x && b instanceof Arr y) {
            return without(x, y, meter);
        }
        throw cannot(a, b, "subtracted", meter);
    }

    private static Value without(Arr a, Arr b, Meter meter) {
        Distinct dropped = new Distinct(meter);
        Items drop = b.items(meter);
        while (drop.next()) {
            dropped.add(drop.value());
        }
        ListArr rest = new ListArr(0);
        Items items = a.items(meter);
        while (items.next()) {
            if (!dropped.contains(items.value())) {
                rest.add(items.value(), meter);
            }
        }
        return rest;
    }

    public static Value multiply(Value a, Value b, Meter meter) {
        if (a instanceof Num n && b instanceof Num m) {
            return Numbers.multiply(n, m);
        }
        if (a instanceof Str s && b instanceof Num n) {
            return repeat(s, n, meter);
        }
        if (a instanceof Num n && b instanceof Str s) {
            return repeat(s, n, meter);
        }
        if (a instanceof Obj o && b instanceof Obj p) {
            return mergeDeeply(o.map(meter), p, meter);
        }
        throw cannot(a, b, "multiplied", meter);
    }

    private static Value repeat(Str s, Num n, Meter meter) {
        double times = n.toDouble();
        if (!(times > 0)) {
            return Constant.NULL;
        }
        int count = times < 1 ? 1 : (int) Math.min(MOST_REPEATED, times);
        meter.built((long) count * s.text().length());
        ByteSink sink = new ByteSink(count * s.text().length());
        for (int i = 0; i < count; i++) {
            meter.step();
            sink.raw(s.text());
        }
        return Str.ofText(sink.slice());
    }

    private static Value mergeDeeply(MapObj a, Obj b, Meter meter) {
        meter.enter(2);
        MapObj merged = a;
        Entries entries = b.entries(meter);
        while (entries.next()) {
            Value before = merged.get(entries.key(), meter);
            Value value = entries.value();
            if (before instanceof Obj old && value instanceof Obj more) {
                value = mergeDeeply(old.map(meter), more, meter);
            }
            merged = merged.with(entries.key(), value, meter);
        }
        meter.leave(2);
        return merged;
    }

    public static Value divide(Value a, Value b, Meter meter) {
        if (a instanceof Num n && b instanceof Num m) {
            if (m.signum() == 0 && !m.isSpecial()) {
                throw cannot(a, b, "divided because the divisor is zero", meter);
            }
            return Numbers.divide(n, m);
        }
        if (a instanceof Str s && b instanceof Str t) {
            return Texts.split(s.text(), t.text(), meter);
        }
        throw cannot(a, b, "divided", meter);
    }

    public static Value remainder(Value a, Value b, Meter meter) {
        if (a instanceof Num n && b instanceof Num m) {
            if (n.isNan() || m.isNan()) {
                return Num.NAN;
            }
            if (Numbers.isZeroWhole(m)) {
                throw cannot(a, b, "divided (remainder) because the divisor is zero", meter);
            }
            return Numbers.remainder(n, m);
        }
        throw cannot(a, b, "divided (remainder)", meter);
    }

    public static boolean equal(@Nullable Value a, @Nullable Value b, Meter meter) {
        return a != null && b != null && Order.equal(a, b, meter);
    }

    /** As the operators compare: NaN is less than every number. */
    public static int compare(Value a, Value b, Meter meter) {
        return a instanceof Num n && n.isNan() && b instanceof Num ? -1 : Order.compare(a, b, meter);
    }
}
