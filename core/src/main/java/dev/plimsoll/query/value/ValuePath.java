package dev.plimsoll.query.value;

import org.jspecify.annotations.Nullable;

/**
 * Path to a value, last step first. The root has no step. Only values that are selected in the input have a path; computed values have none.
 */
public record ValuePath(@Nullable ValuePath parent, Value step, int length) {

    public static final ValuePath ROOT = new ValuePath(null, ConstantValue.NULL, 0);

    /** Marks a computed value, which has no path. Where paths are not tracked, the path is null. */
    public static final ValuePath NONE = new ValuePath(null, ConstantValue.NULL, -1);

    public boolean exists() {
        return length >= 0;
    }

    /** Checks that a value to which a step is applied has a path, if paths are tracked. */
    public static void checkStep(@Nullable ValuePath path, Value value, Value step, QueryMeter queryMeter) {
        if (path != null && !path.exists()) {
            throw new QueryError("Invalid path expression near attempt to access element "
                    + ValueWriter.excerpt(step, queryMeter) + " of " + ValueWriter.excerpt(value, queryMeter));
        }
    }

    /** Checks that a value that is iterated ({@code .[]}) has a path, if paths are tracked. */
    public static void checkIteration(@Nullable ValuePath path, Value value, QueryMeter queryMeter) {
        if (path != null && !path.exists()) {
            throw new QueryError("Invalid path expression near attempt to iterate through "
                    + ValueWriter.excerpt(value, queryMeter));
        }
    }

    /** Returns the path of an output, or throws an error if it has none. */
    public static ValuePath require(@Nullable ValuePath path, Value value, QueryMeter queryMeter) {
        if (path == null || !path.exists()) {
            throw new QueryError("Invalid path expression with result " + ValueWriter.excerpt(value, queryMeter));
        }
        return path;
    }

    /** Returns the path after one more step, or null if paths are not tracked. */
    public static @Nullable ValuePath extend(@Nullable ValuePath path, Value step, QueryMeter queryMeter) {
        return path == null ? null : path.child(step, queryMeter);
    }

    public ValuePath child(Value step, QueryMeter queryMeter) {
        queryMeter.addBuiltBytes(32);
        return new ValuePath(this, step, length + 1);
    }

    public ListArrayValue toArray(QueryMeter queryMeter) {
        Value[] steps = new Value[length];
        ValuePath path = this;
        for (int i = length - 1; i >= 0 && path != null; i--) {
            steps[i] = path.step;
            path = path.parent;
        }
        queryMeter.addBuiltBytes(16L * length);
        return ListArrayValue.of(steps);
    }
}
