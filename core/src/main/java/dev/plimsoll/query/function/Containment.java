package dev.plimsoll.query.function;

import dev.plimsoll.query.value.ArrayValue;
import dev.plimsoll.query.value.ObjectValue;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.QueryMeter;
import dev.plimsoll.query.value.StringValue;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValueIterator;
import dev.plimsoll.query.value.ValueOrder;

/**
 * Implementation of {@code contains}. A string contains its substrings. An array or object contains another one if it
 * contains each of the other's parts.
 */
public final class Containment {

    /** Units of stack for a level of nesting. */
    private static final int DEPTH_UNITS = 5;

    private Containment() {}

    public static boolean contains(Value a, Value b, QueryMeter queryMeter) {
        queryMeter.step();
        if (a instanceof ObjectValue object && b instanceof ObjectValue otherObject) {
            return contains(object, otherObject, queryMeter);
        }
        if (a instanceof ArrayValue array && b instanceof ArrayValue otherArray) {
            return contains(array, otherArray, queryMeter);
        }
        if (a instanceof StringValue text && b instanceof StringValue otherText) {
            return text.find(otherText, 0, queryMeter) >= 0;
        }
        if (a.kind() == b.kind()) {
            return ValueOrder.equal(a, b, queryMeter);
        }
        throw new QueryError(QueryError.describe(a, queryMeter) + " and " + QueryError.describe(b, queryMeter)
                + " cannot have their containment checked");
    }

    private static boolean contains(ObjectValue a, ObjectValue b, QueryMeter queryMeter) {
        queryMeter.enter(DEPTH_UNITS);
        boolean isContained = true;
        ObjectValue.Entries required = b.entries(queryMeter);
        while (isContained && required.next()) {
            Value value = a.get(required.key(), queryMeter);
            isContained = value != null && containsSameKind(value, required.value(), queryMeter);
        }
        queryMeter.leave(DEPTH_UNITS);
        return isContained;
    }

    private static boolean contains(ArrayValue a, ArrayValue b, QueryMeter queryMeter) {
        queryMeter.enter(DEPTH_UNITS);
        boolean isContained = true;
        ValueIterator required = b.items(queryMeter);
        while (isContained && required.next()) {
            boolean isFound = false;
            ValueIterator elements = a.items(queryMeter);
            while (!isFound && elements.next()) {
                isFound = containsSameKind(elements.value(), required.value(), queryMeter);
            }
            isContained = isFound;
        }
        queryMeter.leave(DEPTH_UNITS);
        return isContained;
    }

    /**
     * Returns whether two parts of containers are of the same kind and the first contains the second. Different kinds are not an
     * error.
     */
    private static boolean containsSameKind(Value a, Value b, QueryMeter queryMeter) {
        return a.kind() == b.kind() && contains(a, b, queryMeter);
    }
}
