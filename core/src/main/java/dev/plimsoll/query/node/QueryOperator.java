package dev.plimsoll.query.node;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.query.value.ArrayValue;
import dev.plimsoll.query.value.ConstantValue;
import dev.plimsoll.query.value.DistinctValues;
import dev.plimsoll.query.value.ListArrayValue;
import dev.plimsoll.query.value.MapObjectValue;
import dev.plimsoll.query.value.NumberValue;
import dev.plimsoll.query.value.Numbers;
import dev.plimsoll.query.value.ObjectValue;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.QueryMeter;
import dev.plimsoll.query.value.StringValue;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValueIterator;
import dev.plimsoll.query.value.ValueOrder;

/**
 * Operator that computes one value from two: {@code + - * / %}, whose effect depends on the kinds of the two values,
 * comparisons, {@code and}, and {@code or}.
 */
public enum QueryOperator implements UpdateNode.Combiner {
    ADD(QueryOperator::add),
    SUBTRACT(QueryOperator::subtract),
    MULTIPLY(QueryOperator::multiply),
    DIVIDE(QueryOperator::divide),
    REMAINDER(QueryOperator::remainder),
    EQUAL((a, b, queryMeter) -> ConstantValue.of(ValueOrder.equal(a, b, queryMeter))),
    NOT_EQUAL((a, b, queryMeter) -> ConstantValue.of(!ValueOrder.equal(a, b, queryMeter))),
    LESS((a, b, queryMeter) -> ConstantValue.of(compare(a, b, queryMeter) < 0)),
    LESS_OR_EQUAL((a, b, queryMeter) -> ConstantValue.of(compare(a, b, queryMeter) <= 0)),
    GREATER((a, b, queryMeter) -> ConstantValue.of(compare(a, b, queryMeter) > 0)),
    GREATER_OR_EQUAL((a, b, queryMeter) -> ConstantValue.of(compare(a, b, queryMeter) >= 0)),
    AND((a, b, queryMeter) -> ConstantValue.of(a.isTrue() && b.isTrue())),
    OR((a, b, queryMeter) -> ConstantValue.of(a.isTrue() || b.isTrue()));

    private static final int MAX_REPETITIONS = 1 << 28;

    @SuppressWarnings("ImmutableEnumChecker") // implementations have no state
    private final UpdateNode.Combiner implementation;

    QueryOperator(UpdateNode.Combiner implementation) {
        this.implementation = implementation;
    }

    @Override
    public Value apply(Value a, Value b, QueryMeter queryMeter) {
        return implementation.apply(a, b, queryMeter);
    }

    /** Returns whether the left side is evaluated first and may make the right side unnecessary. */
    boolean isLazy() {
        return this == AND || this == OR;
    }

    /** Returns whether the result is the truth of the left side, so that the right side is not needed. */
    boolean isDecidedBy(Value left) {
        return this == AND ? !left.isTrue() : this == OR && left.isTrue();
    }

    static Value negate(Value value, QueryMeter queryMeter) {
        if (value instanceof NumberValue number) {
            return Numbers.negate(number);
        }
        throw QueryError.typeError(value, "cannot be negated", queryMeter);
    }

    private static QueryError operandError(Value a, Value b, String operation, QueryMeter queryMeter) {
        Value offendingValue = a.isNull() ? a : b.isNull() ? b : a;
        return QueryError.about(
                offendingValue,
                QueryError.describe(a, queryMeter) + " and " + QueryError.describe(b, queryMeter) + " cannot be "
                        + operation);
    }

    private static Value add(Value a, Value b, QueryMeter queryMeter) {
        if (a instanceof NumberValue number && b instanceof NumberValue otherNumber) {
            return Numbers.add(number, otherNumber);
        }
        if (a.isNull() || b.isNull()) {
            return a.isNull() ? b : a;
        }
        if (a instanceof StringValue text && b instanceof StringValue otherText) {
            return concat(text.text(), otherText.text(), queryMeter);
        }
        if (a instanceof ArrayValue array && b instanceof ArrayValue otherArray) {
            return appendAll(array.toListArray(queryMeter), otherArray, queryMeter);
        }
        if (a instanceof ObjectValue object && b instanceof ObjectValue otherObject) {
            return mergeMembers(object.toMapObject(queryMeter), otherObject, queryMeter);
        }
        throw operandError(a, b, "added", queryMeter);
    }

    private static StringValue concat(Slice a, Slice b, QueryMeter queryMeter) {
        queryMeter.addBuiltBytes(a.length() + (long) b.length());
        queryMeter.addScannedBytes(a.length() + (long) b.length());
        return StringValue.ofText(
                new ByteSink(a.length() + b.length()).raw(a).raw(b).slice());
    }

    private static Value appendAll(ListArrayValue a, ArrayValue b, QueryMeter queryMeter) {
        ListArrayValue sum = a;
        ValueIterator elements = b.items(queryMeter);
        while (elements.next()) {
            sum = sum.with(elements.value(), queryMeter);
        }
        return sum;
    }

    private static Value mergeMembers(MapObjectValue a, ObjectValue b, QueryMeter queryMeter) {
        MapObjectValue sum = a;
        ObjectValue.Entries entries = b.entries(queryMeter);
        while (entries.next()) {
            sum = sum.with(entries.key(), entries.value(), queryMeter);
        }
        return sum;
    }

    private static Value subtract(Value a, Value b, QueryMeter queryMeter) {
        if (a instanceof NumberValue number && b instanceof NumberValue otherNumber) {
            return Numbers.subtract(number, otherNumber);
        }
        if (a instanceof ArrayValue array && b instanceof ArrayValue otherArray) {
            return removeAll(array, otherArray, queryMeter);
        }
        throw operandError(a, b, "subtracted", queryMeter);
    }

    private static Value removeAll(ArrayValue a, ArrayValue b, QueryMeter queryMeter) {
        DistinctValues removed = new DistinctValues(queryMeter);
        ValueIterator removedElements = b.items(queryMeter);
        while (removedElements.next()) {
            removed.add(removedElements.value());
        }
        ListArrayValue remaining = new ListArrayValue(0);
        ValueIterator elements = a.items(queryMeter);
        while (elements.next()) {
            if (!removed.contains(elements.value())) {
                remaining.add(elements.value(), queryMeter);
            }
        }
        return remaining;
    }

    private static Value multiply(Value a, Value b, QueryMeter queryMeter) {
        if (a instanceof NumberValue number && b instanceof NumberValue otherNumber) {
            return Numbers.multiply(number, otherNumber);
        }
        if (a instanceof StringValue text && b instanceof NumberValue number) {
            return repeat(text, number, queryMeter);
        }
        if (a instanceof NumberValue number && b instanceof StringValue text) {
            return repeat(text, number, queryMeter);
        }
        if (a instanceof ObjectValue object && b instanceof ObjectValue otherObject) {
            return mergeDeeply(object.toMapObject(queryMeter), otherObject, queryMeter);
        }
        throw operandError(a, b, "multiplied", queryMeter);
    }

    private static Value repeat(StringValue text, NumberValue number, QueryMeter queryMeter) {
        double factor = number.toDouble();
        if (!(factor > 0)) {
            return ConstantValue.NULL;
        }
        int count = factor < 1 ? 1 : (int) Math.min(MAX_REPETITIONS, factor);
        queryMeter.addBuiltBytes((long) count * text.text().length());
        ByteSink sink = new ByteSink(count * text.text().length());
        for (int i = 0; i < count; i++) {
            queryMeter.step();
            sink.raw(text.text());
        }
        return StringValue.ofText(sink.slice());
    }

    private static Value mergeDeeply(MapObjectValue a, ObjectValue b, QueryMeter queryMeter) {
        queryMeter.enter(QueryMeter.VALUE_DEPTH);
        MapObjectValue merged = a;
        ObjectValue.Entries entries = b.entries(queryMeter);
        while (entries.next()) {
            Value oldValue = merged.get(entries.key(), queryMeter);
            Value value = entries.value();
            if (oldValue instanceof ObjectValue oldObject && value instanceof ObjectValue newObject) {
                value = mergeDeeply(oldObject.toMapObject(queryMeter), newObject, queryMeter);
            }
            merged = merged.with(entries.key(), value, queryMeter);
        }
        queryMeter.leave(QueryMeter.VALUE_DEPTH);
        return merged;
    }

    private static Value divide(Value a, Value b, QueryMeter queryMeter) {
        if (a instanceof NumberValue number && b instanceof NumberValue otherNumber) {
            if (otherNumber.signum() == 0 && !otherNumber.isSpecial()) {
                throw operandError(a, b, "divided because the divisor is zero", queryMeter);
            }
            return Numbers.divide(number, otherNumber);
        }
        if (a instanceof StringValue text && b instanceof StringValue otherText) {
            return text.split(otherText, queryMeter);
        }
        throw operandError(a, b, "divided", queryMeter);
    }

    private static Value remainder(Value a, Value b, QueryMeter queryMeter) {
        if (a instanceof NumberValue number && b instanceof NumberValue otherNumber) {
            if (number.isNan() || otherNumber.isNan()) {
                return NumberValue.NAN;
            }
            if (Numbers.hasZeroIntegerPart(otherNumber)) {
                throw operandError(a, b, "divided (remainder) because the divisor is zero", queryMeter);
            }
            return Numbers.remainder(number, otherNumber);
        }
        throw operandError(a, b, "divided (remainder)", queryMeter);
    }

    /** Compares values. NaN is less than every number, as for sorting, but also less than NaN. */
    private static int compare(Value a, Value b, QueryMeter queryMeter) {
        return a instanceof NumberValue number && number.isNan() && b instanceof NumberValue
                ? -1
                : ValueOrder.compare(a, b, queryMeter);
    }
}
