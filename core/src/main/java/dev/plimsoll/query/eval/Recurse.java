package dev.plimsoll.query.eval;

import dev.plimsoll.query.ops.Access;
import dev.plimsoll.query.value.Arr;
import dev.plimsoll.query.value.Entries;
import dev.plimsoll.query.value.Items;
import dev.plimsoll.query.value.Num;
import dev.plimsoll.query.value.Obj;
import dev.plimsoll.query.value.Path;
import dev.plimsoll.query.value.Value;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** {@code ..}: the value and everything inside it, however deep. */
public final class Recurse extends Node {

    private static final int BYTES_A_LEVEL = 128;

    @Override
    public boolean eval(Run run, Env env, Value in, @Nullable Path at, Sink out) {
        Steps.checkAll(at, in, run);
        if (!out.take(in, at)) {
            return false;
        }
        Deque<Level> levels = new ArrayDeque<>();
        enter(in, at, levels, run);
        while (!levels.isEmpty()) {
            Level level = levels.getLast();
            if (!level.items.next()) {
                levels.removeLast();
                continue;
            }
            Value value = level.items.value();
            Path path = level.path(run);
            if (!out.take(value, path)) {
                return false;
            }
            enter(value, path, levels, run);
        }
        return true;
    }

    private static void enter(Value value, @Nullable Path path, Deque<Level> levels, Run run) {
        if (value instanceof Arr || value instanceof Obj) {
            run.meter().built(BYTES_A_LEVEL);
            levels.addLast(new Level(Access.items(value, run.meter()), path));
        }
    }

    private static final class Level {

        private final Items items;
        private final @Nullable Path outer;
        private int next;

        Level(Items items, @Nullable Path outer) {
            this.items = items;
            this.outer = outer;
        }

        @Nullable Path path(Run run) {
            if (outer == null) {
                return null;
            }
            return outer.to(items instanceof Entries entries ? entries.key() : Num.of(next++), run.meter());
        }
    }
}
