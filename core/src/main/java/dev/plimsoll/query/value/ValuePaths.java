package dev.plimsoll.query.value;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads, sets, and deletes values by their paths: arrays of names, numbers, and ranges. */
public final class ValuePaths {

    private ValuePaths() {}

    /** Returns the steps of a computed path. */
    public static ListArrayValue steps(Value path, QueryMeter queryMeter) {
        if (path instanceof ArrayValue steps) {
            return steps.toListArray(queryMeter);
        }
        throw new QueryError("Path must be specified as an array");
    }

    public static Value get(Value input, ListArrayValue steps, QueryMeter queryMeter) {
        Value value = input;
        for (int i = 0; i < steps.length(queryMeter); i++) {
            if (value.isNull()) {
                return value;
            }
            value = ValueAccess.index(value, step(steps, i, queryMeter), queryMeter);
        }
        return value;
    }

    private static Value step(ListArrayValue steps, int i, QueryMeter queryMeter) {
        Value step = steps.get(i, queryMeter);
        return step == null ? ConstantValue.NULL : step;
    }

    public static Value set(Value input, ListArrayValue steps, Value value, QueryMeter queryMeter) {
        int length = steps.length(queryMeter);
        Value[] containers = new Value[length];
        Value current = input;
        for (int i = 0; i < length; i++) {
            containers[i] = current;
            current = current.isNull() ? current : ValueAccess.index(current, step(steps, i, queryMeter), queryMeter);
        }
        Value result = value;
        for (int i = length - 1; i >= 0; i--) {
            result = ValueAccess.with(containers[i], step(steps, i, queryMeter), result, queryMeter);
        }
        queryMeter.addSteps(length);
        return result;
    }

    public static Value delete(Value input, List<ListArrayValue> paths, QueryMeter queryMeter) {
        if (paths.isEmpty()) {
            return input;
        }
        List<ListArrayValue> sorted = new ArrayList<>(paths);
        sorted.sort((a, b) -> ValueOrder.compare(a, b, queryMeter));
        return sorted.get(0).length(queryMeter) == 0 ? ConstantValue.NULL : delete(input, sorted, 0, queryMeter);
    }

    /** Deletes paths, which all have more than {@code level} steps and whose first {@code level} steps are equal. */
    private static Value delete(Value input, List<ListArrayValue> paths, int level, QueryMeter queryMeter) {
        if (input.isNull()) {
            return input;
        }
        queryMeter.enter(QueryMeter.VALUE_DEPTH);
        Value remaining = input;
        List<Value> deleted = new ArrayList<>();
        int to = paths.size();
        // from the end, so that earlier items keep their indexes
        while (to > 0) {
            Value step = step(paths.get(to - 1), level, queryMeter);
            int from = to - 1;
            while (from > 0
                    && ValueOrder.compare(step(paths.get(from - 1), level, queryMeter), step, queryMeter) == 0) {
                from--;
            }
            if (paths.get(from).length(queryMeter) == level + 1) {
                deleted.add(step);
            } else {
                Value inner = ValueAccess.index(remaining, step, queryMeter);
                if (!inner.isNull()) {
                    remaining = ValueAccess.with(
                            remaining, step, delete(inner, paths.subList(from, to), level + 1, queryMeter), queryMeter);
                }
            }
            to = from;
        }
        queryMeter.leave(QueryMeter.VALUE_DEPTH);
        return deleted.isEmpty() ? remaining : removeSteps(remaining, deleted, queryMeter);
    }

    private static Value removeSteps(Value input, List<Value> steps, QueryMeter queryMeter) {
        if (input instanceof ObjectValue object) {
            return removeNames(object, steps, queryMeter);
        }
        if (input instanceof ArrayValue array) {
            return removeItems(array.toListArray(queryMeter), steps, queryMeter);
        }
        throw QueryError.typeError(input, "cannot have fields deleted", queryMeter);
    }

    private static Value removeNames(ObjectValue object, List<Value> names, QueryMeter queryMeter) {
        DistinctValues deleted = new DistinctValues(queryMeter);
        for (Value name : names) {
            if (!(name instanceof StringValue)) {
                throw new QueryError("Cannot delete field at " + (name instanceof ObjectValue ? "object" : "array")
                        + " index of object");
            }
            deleted.add(name);
        }
        MapObjectValue remaining = new MapObjectValue();
        ObjectValue.Entries entries = object.entries(queryMeter);
        while (entries.next()) {
            if (!deleted.contains(entries.key())) {
                remaining.add(entries.key(), entries.value(), queryMeter);
            }
        }
        return remaining;
    }

    private static Value removeItems(ListArrayValue array, List<Value> keys, QueryMeter queryMeter) {
        int length = array.length(queryMeter);
        boolean[] deleted = new boolean[length];
        for (Value key : keys) {
            if (key instanceof NumberValue number) {
                double index = Math.floor(number.toDouble());
                index = index < 0 ? index + length : index;
                if (index >= 0 && index < length) {
                    deleted[(int) index] = true;
                }
            } else if (key instanceof ObjectValue range) {
                markDeleted(deleted, range.get(ValueAccess.START, queryMeter), range.get(ValueAccess.END, queryMeter));
            } else {
                throw new QueryError("Cannot delete field at object index of array");
            }
        }
        ListArrayValue remaining = new ListArrayValue(0);
        for (int i = 0; i < length; i++) {
            Value item = array.get(i, queryMeter);
            if (!deleted[i] && item != null) {
                remaining.add(item, queryMeter);
            }
        }
        queryMeter.addSteps(length);
        return remaining;
    }

    private static void markDeleted(boolean[] deleted, @Nullable Value from, @Nullable Value to) {
        int end = ValueAccess.end(to, deleted.length);
        for (int i = ValueAccess.start(from, deleted.length); i < end; i++) {
            deleted[i] = true;
        }
    }
}
