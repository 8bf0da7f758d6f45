package dev.plimsoll.query.value;

import dev.plimsoll.json.Slice;

/** Order of values: by kind, then by content. Objects are compared by their sorted names, then by the values in that order. */
public final class ValueOrder {

    private ValueOrder() {}

    public static int compare(Value a, Value b, QueryMeter queryMeter) {
        queryMeter.step();
        int kindOrder = a.kind().compareTo(b.kind());
        if (kindOrder != 0) {
            return kindOrder;
        }
        if (a instanceof NumberValue number && b instanceof NumberValue otherNumber) {
            return number.compare(otherNumber);
        }
        if (a instanceof StringValue text && b instanceof StringValue otherText) {
            return text.compare(otherText);
        }
        if (a instanceof ArrayValue array && b instanceof ArrayValue otherArray) {
            return compare(array, otherArray, queryMeter);
        }
        return a instanceof ObjectValue object && b instanceof ObjectValue otherObject
                ? compare(object, otherObject, queryMeter)
                : 0;
    }

    private static int compare(ArrayValue a, ArrayValue b, QueryMeter queryMeter) {
        queryMeter.enter(QueryMeter.VALUE_DEPTH);
        ValueIterator left = a.items(queryMeter);
        ValueIterator right = b.items(queryMeter);
        int order = 0;
        while (order == 0) {
            boolean hasMore = left.next();
            if (!hasMore || !right.next()) {
                order = hasMore ? 1 : right.next() ? -1 : 0;
                break;
            }
            order = compare(left.value(), right.value(), queryMeter);
        }
        queryMeter.leave(QueryMeter.VALUE_DEPTH);
        return order;
    }

    private static int compare(ObjectValue a, ObjectValue b, QueryMeter queryMeter) {
        StringValue[] left = a.sortedKeys(queryMeter);
        StringValue[] right = b.sortedKeys(queryMeter);
        for (int i = 0; i < Math.min(left.length, right.length); i++) {
            int order = left[i].compare(right[i]);
            if (order != 0) {
                return order;
            }
        }
        if (left.length != right.length) {
            return Integer.compare(left.length, right.length);
        }
        queryMeter.enter(QueryMeter.VALUE_DEPTH);
        int order = 0;
        for (int i = 0; i < left.length && order == 0; i++) {
            order = compare(member(a, left[i], queryMeter), member(b, left[i], queryMeter), queryMeter);
        }
        queryMeter.leave(QueryMeter.VALUE_DEPTH);
        return order;
    }

    private static Value member(ObjectValue object, StringValue key, QueryMeter queryMeter) {
        Value value = object.get(key, queryMeter);
        return value == null ? ConstantValue.NULL : value;
    }

    /** Returns whether two values are equal by {@code ==}. Unlike for sorting, NaN equals nothing. */
    public static boolean equal(Value a, Value b, QueryMeter queryMeter) {
        if ((a instanceof NumberValue number && number.isNan())
                || (b instanceof NumberValue otherNumber && otherNumber.isNan())) {
            return false;
        }
        Slice sourceA = a.source();
        Slice sourceB = sourceA == null ? null : b.source();
        if (sourceA != null && sourceB != null && sourceA.contentEquals(sourceB)) {
            return true;
        }
        if (a instanceof ArrayValue array
                && b instanceof ArrayValue otherArray
                && array.length(queryMeter) != otherArray.length(queryMeter)) {
            return false;
        }
        return compare(a, b, queryMeter) == 0;
    }

    /** Returns a hash that is equal for equal values. */
    public static int hash(Value value, QueryMeter queryMeter) {
        queryMeter.step();
        if (value instanceof NumberValue number) {
            return number.hash();
        }
        if (value instanceof StringValue text) {
            return text.hashCode();
        }
        int hash = value.kind().typeName().hashCode() + (value.isTrue() ? 1 : 0);
        queryMeter.enter(QueryMeter.VALUE_DEPTH);
        if (value instanceof ArrayValue array) {
            ValueIterator elements = array.items(queryMeter);
            while (elements.next()) {
                hash = 31 * hash + hash(elements.value(), queryMeter);
            }
        } else if (value instanceof ObjectValue object) {
            ObjectValue.Entries entries = object.entries(queryMeter);
            while (entries.next()) {
                hash += 31 * entries.key().hashCode() ^ hash(entries.value(), queryMeter);
            }
        }
        queryMeter.leave(QueryMeter.VALUE_DEPTH);
        return hash;
    }
}
