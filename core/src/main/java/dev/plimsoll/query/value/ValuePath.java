package dev.plimsoll.query.value;

import org.jspecify.annotations.Nullable;

/** How a value was reached, last step first. The root has no step; what was computed has no path at all. */
public record ValuePath(@Nullable ValuePath parent, Value step, int length) {

    public static final ValuePath ROOT = new ValuePath(null, ConstantValue.NULL, 0);

    /** The path of what was computed rather than reached. */
    public static final ValuePath NOWHERE = new ValuePath(null, ConstantValue.NULL, -1);

    public boolean leadsSomewhere() {
        return length >= 0;
    }

    public ValuePath to(Value step, QueryMeter queryMeter) {
        queryMeter.built(32);
        return new ValuePath(this, step, length + 1);
    }

    public ListArrayValue toArray(QueryMeter queryMeter) {
        Value[] steps = new Value[length];
        ValuePath at = this;
        for (int i = length - 1; i >= 0 && at != null; i--) {
            steps[i] = at.step;
            at = at.parent;
        }
        queryMeter.built(16L * length);
        return ListArrayValue.of(steps);
    }
}
