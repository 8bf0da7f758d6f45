package dev.plimsoll.query.ops;

import dev.plimsoll.query.value.Arr;
import dev.plimsoll.query.value.Constant;
import dev.plimsoll.query.value.Entries;
import dev.plimsoll.query.value.ListArr;
import dev.plimsoll.query.value.MapObj;
import dev.plimsoll.query.value.Meter;
import dev.plimsoll.query.value.Num;
import dev.plimsoll.query.value.Obj;
import dev.plimsoll.query.value.Order;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.Str;
import dev.plimsoll.query.value.Value;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Values by their paths: arrays of names, numbers and ranges. */
public final class Paths {

    private Paths() {}

    /** The steps of a path that was computed. */
    public static ListArr steps(Value path, Meter meter) {
        if (path instanceof Arr steps) {
            return steps.list(meter);
        }
        throw new QueryError("Path must be specified as an array");
    }

    public static Value get(Value in, ListArr steps, Meter meter) {
        Value value = in;
        for (int i = 0; i < steps.length(meter); i++) {
            if (value.isNull()) {
                return value;
            }
            value = Access.index(value, step(steps, i, meter), meter);
        }
        return value;
    }

    private static Value step(ListArr steps, int i, Meter meter) {
        Value step = steps.get(i, meter);
        return step == null ? Constant.NULL : step;
    }

    public static Value set(Value in, ListArr steps, Value value, Meter meter) {
        int length = steps.length(meter);
        Value[] containers = new Value[length];
        Value at = in;
        for (int i = 0; i < length; i++) {
            containers[i] = at;
            at = at.isNull() ? at : Access.index(at, step(steps, i, meter), meter);
        }
        Value result = value;
        for (int i = length - 1; i >= 0; i--) {
            result = Access.with(containers[i], step(steps, i, meter), result, meter);
        }
        meter.steps(length);
        return result;
    }

    public static Value delete(Value in, List<ListArr> paths, Meter meter) {
        if (paths.isEmpty()) {
            return in;
        }
        List<ListArr> sorted = new ArrayList<>(paths);
        sorted.sort((a, b) -> Order.compare(a, b, meter));
        return sorted.get(0).length(meter) == 0 ? Constant.NULL : delete(in, sorted, 0, meter);
    }

    /** All paths have more than {@code level} steps and agree in those before it. */
    private static Value delete(Value in, List<ListArr> paths, int level, Meter meter) {
        if (in.isNull()) {
            return in;
        }
        meter.enter(2);
        Value rest = in;
        List<Value> gone = new ArrayList<>();
        int to = paths.size();
        // from the end, so that items further in front keep their numbers
        while (to > 0) {
            Value step = step(paths.get(to - 1), level, meter);
            int from = to - 1;
            while (from > 0 && Order.compare(step(paths.get(from - 1), level, meter), step, meter) == 0) {
                from--;
            }
            if (paths.get(from).length(meter) == level + 1) {
                gone.add(step);
            } else {
                Value inner = Access.index(rest, step, meter);
                if (!inner.isNull()) {
                    rest = Access.with(rest, step, delete(inner, paths.subList(from, to), level + 1, meter), meter);
                }
            }
            to = from;
        }
        meter.leave(2);
        return gone.isEmpty() ? rest : without(rest, gone, meter);
    }

    private static Value without(Value in, List<Value> steps, Meter meter) {
        if (in instanceof Obj object) {
            return withoutNames(object, steps, meter);
        }
        if (in instanceof Arr array) {
            return withoutItems(array.list(meter), steps, meter);
        }
        throw Ops.wrong(in, "cannot have fields deleted", meter);
    }

    private static Value withoutNames(Obj object, List<Value> names, Meter meter) {
        Distinct gone = new Distinct(meter);
        for (Value name : names) {
            if (!(name instanceof Str)) {
                throw new QueryError(
                        "Cannot delete field at " + (name instanceof Obj ? "object" : "array") + " index of object");
            }
            gone.add(name);
        }
        MapObj rest = new MapObj();
        Entries entries = object.entries(meter);
        while (entries.next()) {
            if (!gone.contains(entries.key())) {
                rest.add(entries.key(), entries.value(), meter);
            }
        }
        return rest;
    }

    private static Value withoutItems(ListArr array, List<Value> places, Meter meter) {
        int length = array.length(meter);
        boolean[] gone = new boolean[length];
        for (Value place : places) {
            if (place instanceof Num n) {
                double at = Math.floor(n.toDouble());
                at = at < 0 ? at + length : at;
                if (at >= 0 && at < length) {
                    gone[(int) at] = true;
                }
            } else if (place instanceof Obj range) {
                mark(gone, range.get(Access.START, meter), range.get(Access.END, meter));
            } else {
                throw new QueryError("Cannot delete field at object index of array");
            }
        }
        ListArr rest = new ListArr(0);
        for (int i = 0; i < length; i++) {
            Value item = array.get(i, meter);
            if (!gone[i] && item != null) {
                rest.add(item, meter);
            }
        }
        meter.steps(length);
        return rest;
    }

    private static void mark(boolean[] gone, @Nullable Value from, @Nullable Value to) {
        int end = Access.end(to, gone.length);
        for (int i = Access.start(from, gone.length); i < end; i++) {
            gone[i] = true;
        }
    }
}
