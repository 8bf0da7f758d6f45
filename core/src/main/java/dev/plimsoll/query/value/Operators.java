package dev.plimsoll.query.value;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** Operators {@code + - * / %} and comparisons for each pair of kinds. */
public final class Operators {

    private static final int MAX_REPETITIONS = 1 << 28;

    private Operators() {}

    public static String describe(Value value, QueryMeter queryMeter) {
        return value.kind().typeName() + " (" + ValueWriter.excerpt(value, queryMeter) + ")";
    }

    public static QueryError typeError(Value in, String problem, QueryMeter queryMeter) {
        return QueryError.about(in, describe(in, queryMeter) + " " + problem);
    }

    public static QueryError notIndexable(Value in, String with) {
        return QueryError.about(in, "Cannot index " + in.kind().typeName() + " with " + with);
    }

    private static QueryError operandError(Value a, Value b, String operation, QueryMeter queryMeter) {
        Value culprit = a.isNull() ? a : b.isNull() ? b : a;
        return QueryError.about(
                culprit, describe(a, queryMeter) + " and " + describe(b, queryMeter) + " cannot be " + operation);
    }

    public static Value add(Value a, Value b, QueryMeter queryMeter) {
        if (a instanceof NumberValue n && b instanceof NumberValue m) {
            return Numbers.add(n, m);
        }
        if (a.isNull() || b.isNull()) {
            return a.isNull() ? b : a;
        }
        if (a instanceof StringValue s && b instanceof StringValue t) {
            return concat(s.text(), t.text(), queryMeter);
        }
        if (a instanceof ArrayValue x && b instanceof ArrayValue y) {
            return append(x.list(queryMeter), y, queryMeter);
        }
        if (a instanceof ObjectValue o && b instanceof ObjectValue p) {
            return merge(o.map(queryMeter), p, queryMeter);
        }
        throw operandError(a, b, "added", queryMeter);
    }

    private static StringValue concat(Slice a, Slice b, QueryMeter queryMeter) {
        queryMeter.addBuiltBytes(a.length() + (long) b.length());
        queryMeter.addScannedBytes(a.length() + (long) b.length());
        return StringValue.ofText(
                new ByteSink(a.length() + b.length()).raw(a).raw(b).slice());
    }

    private static Value append(ListArrayValue a, ArrayValue b, QueryMeter queryMeter) {
        ListArrayValue sum = a;
        ArrayElements arrayElements = b.items(queryMeter);
        while (arrayElements.next()) {
            sum = sum.with(arrayElements.value(), queryMeter);
        }
        return sum;
    }

    private static Value merge(MapObjectValue a, ObjectValue b, QueryMeter queryMeter) {
        MapObjectValue sum = a;
        ObjectEntries objectEntries = b.entries(queryMeter);
        while (objectEntries.next()) {
            sum = sum.with(objectEntries.key(), objectEntries.value(), queryMeter);
        }
        return sum;
    }

    public static Value subtract(Value a, Value b, QueryMeter queryMeter) {
        if (a instanceof NumberValue n && b instanceof NumberValue m) {
            return Numbers.subtract(n, m);
        }
        if (a instanceof ArrayValue x && b instanceof ArrayValue y) {
            return removeAll(x, y, queryMeter);
        }
        throw operandError(a, b, "subtracted", queryMeter);
    }

    private static Value removeAll(ArrayValue a, ArrayValue b, QueryMeter queryMeter) {
        DistinctValues dropped = new DistinctValues(queryMeter);
        ArrayElements drop = b.items(queryMeter);
        while (drop.next()) {
            dropped.add(drop.value());
        }
        ListArrayValue rest = new ListArrayValue(0);
        ArrayElements arrayElements = a.items(queryMeter);
        while (arrayElements.next()) {
            if (!dropped.contains(arrayElements.value())) {
                rest.add(arrayElements.value(), queryMeter);
            }
        }
        return rest;
    }

    public static Value multiply(Value a, Value b, QueryMeter queryMeter) {
        if (a instanceof NumberValue n && b instanceof NumberValue m) {
            return Numbers.multiply(n, m);
        }
        if (a instanceof StringValue s && b instanceof NumberValue n) {
            return repeat(s, n, queryMeter);
        }
        if (a instanceof NumberValue n && b instanceof StringValue s) {
            return repeat(s, n, queryMeter);
        }
        if (a instanceof ObjectValue o && b instanceof ObjectValue p) {
            return mergeDeeply(o.map(queryMeter), p, queryMeter);
        }
        throw operandError(a, b, "multiplied", queryMeter);
    }

    private static Value repeat(StringValue s, NumberValue n, QueryMeter queryMeter) {
        double factor = n.toDouble();
        if (!(factor > 0)) {
            return ConstantValue.NULL;
        }
        int count = factor < 1 ? 1 : (int) Math.min(MAX_REPETITIONS, factor);
        queryMeter.addBuiltBytes((long) count * s.text().length());
        ByteSink sink = new ByteSink(count * s.text().length());
        for (int i = 0; i < count; i++) {
            queryMeter.step();
            sink.raw(s.text());
        }
        return StringValue.ofText(sink.slice());
    }

    private static Value mergeDeeply(MapObjectValue a, ObjectValue b, QueryMeter queryMeter) {
        queryMeter.enter(2);
        MapObjectValue merged = a;
        ObjectEntries objectEntries = b.entries(queryMeter);
        while (objectEntries.next()) {
            Value before = merged.get(objectEntries.key(), queryMeter);
            Value value = objectEntries.value();
            if (before instanceof ObjectValue old && value instanceof ObjectValue more) {
                value = mergeDeeply(old.map(queryMeter), more, queryMeter);
            }
            merged = merged.with(objectEntries.key(), value, queryMeter);
        }
        queryMeter.leave(2);
        return merged;
    }

    public static Value divide(Value a, Value b, QueryMeter queryMeter) {
        if (a instanceof NumberValue n && b instanceof NumberValue m) {
            if (m.signum() == 0 && !m.isSpecial()) {
                throw operandError(a, b, "divided because the divisor is zero", queryMeter);
            }
            return Numbers.divide(n, m);
        }
        if (a instanceof StringValue s && b instanceof StringValue t) {
            return TextOperations.split(s.text(), t.text(), queryMeter);
        }
        throw operandError(a, b, "divided", queryMeter);
    }

    public static Value remainder(Value a, Value b, QueryMeter queryMeter) {
        if (a instanceof NumberValue n && b instanceof NumberValue m) {
            if (n.isNan() || m.isNan()) {
                return NumberValue.NAN;
            }
            if (Numbers.hasZeroIntegerPart(m)) {
                throw operandError(a, b, "divided (remainder) because the divisor is zero", queryMeter);
            }
            return Numbers.remainder(n, m);
        }
        throw operandError(a, b, "divided (remainder)", queryMeter);
    }

    public static boolean equal(@Nullable Value a, @Nullable Value b, QueryMeter queryMeter) {
        return a != null && b != null && ValueOrder.equal(a, b, queryMeter);
    }

    /** Compares like the operators: NaN is less than every number. */
    public static int compare(Value a, Value b, QueryMeter queryMeter) {
        return a instanceof NumberValue n && n.isNan() && b instanceof NumberValue
                ? -1
                : ValueOrder.compare(a, b, queryMeter);
    }
}
