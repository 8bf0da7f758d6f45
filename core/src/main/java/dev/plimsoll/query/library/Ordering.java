package dev.plimsoll.query.library;

import dev.plimsoll.query.eval.ArrayOf;
import dev.plimsoll.query.eval.Env;
import dev.plimsoll.query.eval.Node;
import dev.plimsoll.query.eval.Run;
import dev.plimsoll.query.eval.Single;
import dev.plimsoll.query.ops.Distinct;
import dev.plimsoll.query.ops.Ops;
import dev.plimsoll.query.value.Arr;
import dev.plimsoll.query.value.Constant;
import dev.plimsoll.query.value.Items;
import dev.plimsoll.query.value.ListArr;
import dev.plimsoll.query.value.Meter;
import dev.plimsoll.query.value.Order;
import dev.plimsoll.query.value.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** {@code sort_by}, {@code group_by}, {@code unique_by}, {@code min_by}, {@code max_by}, and the same by the items themselves. */
final class Ordering extends Single {

    private static final int BYTES_AN_ITEM = 32;

    private final Kind kind;
    private final Node key;

    enum Kind {
        SORT("sort", "sorted"),
        GROUP("group", "grouped"),
        UNIQUE("unique", "grouped"),
        MIN("min", "iterated over"),
        MAX("max", "iterated over");

        private final String word;
        private final String done;

        Kind(String word, String done) {
            this.word = word;
            this.done = done;
        }

        String word() {
            return word;
        }
    }

    private record Keyed(Value key, Value item) {}

    Ordering(Kind kind, Node key) {
        super(key);
        this.kind = kind;
        // of several outputs all count, one after the other
        this.key = key.single() ? key : new ArrayOf(key);
    }

    @Override
    public Value one(Run run, Env env, Value in) {
        if (!(in instanceof Arr array)) {
            throw Ops.wrong(in, "cannot be " + kind.done + ", as it is not an array", run.meter());
        }
        return switch (kind) {
            case SORT -> sorted(array, run, env);
            case GROUP, UNIQUE -> grouped(array, run, env);
            case MIN, MAX -> extreme(array, run, env);
        };
    }

    private Value sorted(Arr array, Run run, Env env) {
        Meter meter = run.meter();
        List<Keyed> items = new ArrayList<>();
        Items walk = array.items(meter);
        while (walk.next()) {
            meter.built(BYTES_AN_ITEM);
            items.add(new Keyed(key.one(run, env, walk.value()), walk.value()));
        }
        items.sort((a, b) -> Order.compare(a.key, b.key, meter));
        ListArr sorted = new ListArr(items.size());
        items.forEach(item -> sorted.add(item.item, meter));
        return sorted;
    }

    /** By hash, so that only the different keys have to be sorted. */
    private Value grouped(Arr array, Run run, Env env) {
        Meter meter = run.meter();
        Distinct keys = new Distinct(meter);
        List<ListArr> groups = new ArrayList<>();
        Items walk = array.items(meter);
        while (walk.next()) {
            int group = keys.add(key.one(run, env, walk.value()));
            if (group == groups.size()) {
                groups.add(new ListArr(1).add(walk.value(), meter));
            } else if (kind == Kind.GROUP) {
                groups.get(group).add(walk.value(), meter);
            }
        }
        Value[] values = keys.values();
        Integer[] order = new Integer[values.length];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (a, b) -> Order.compare(values[a], values[b], meter));
        ListArr result = new ListArr(order.length);
        for (int group : order) {
            ListArr items = groups.get(group);
            Value first = items.get(0, meter);
            result.add(kind == Kind.GROUP || first == null ? items : first, meter);
        }
        return result;
    }

    private Value extreme(Arr array, Run run, Env env) {
        Value best = Constant.NULL;
        Value bestKey = null;
        Items walk = array.items(run.meter());
        while (walk.next()) {
            Value itsKey = key.one(run, env, walk.value());
            int order = bestKey == null ? 0 : Order.compare(itsKey, bestKey, run.meter());
            // the first of the smallest, the last of the largest
            if (bestKey == null || (kind == Kind.MIN ? order < 0 : order >= 0)) {
                best = walk.value();
                bestKey = itsKey;
            }
        }
        return best;
    }
}
