package dev.plimsoll.query.value;

import org.jspecify.annotations.Nullable;

/** How a value was reached, last step first. The root has no step; what was computed has no path at all. */
public record Path(@Nullable Path parent, Value step, int length) {

    public static final Path ROOT = new Path(null, Constant.NULL, 0);

    /** The path of what was computed rather than reached. */
    public static final Path NOWHERE = new Path(null, Constant.NULL, -1);

    public boolean leadsSomewhere() {
        return length >= 0;
    }

    public Path to(Value step, Meter meter) {
        meter.built(32);
        return new Path(this, step, length + 1);
    }

    public ListArr toArray(Meter meter) {
        Value[] steps = new Value[length];
        Path at = this;
        for (int i = length - 1; i >= 0 && at != null; i--) {
            steps[i] = at.step;
            at = at.parent;
        }
        meter.built(16L * length);
        return ListArr.of(steps);
    }
}
