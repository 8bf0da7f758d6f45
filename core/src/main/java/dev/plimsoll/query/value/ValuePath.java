package dev.plimsoll.query.value;

import org.jspecify.annotations.Nullable;

/** Path to a value, last step first. The root has no step, and a computed value has no path. */
public record ValuePath(@Nullable ValuePath parent, Value step, int length) {

    public static final ValuePath ROOT = new ValuePath(null, ConstantValue.NULL, 0);

    /** Path of a computed value. */
    public static final ValuePath NONE = new ValuePath(null, ConstantValue.NULL, -1);

    public boolean exists() {
        return length >= 0;
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
