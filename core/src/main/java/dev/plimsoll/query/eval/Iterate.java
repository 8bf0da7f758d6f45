package dev.plimsoll.query.eval;

import dev.plimsoll.query.ops.Access;
import dev.plimsoll.query.value.Entries;
import dev.plimsoll.query.value.Items;
import dev.plimsoll.query.value.Num;
import dev.plimsoll.query.value.Path;
import dev.plimsoll.query.value.Value;
import org.jspecify.annotations.Nullable;

/** {@code TERM[]} */
public final class Iterate extends Node {

    private final Node term;

    public Iterate(Node term) {
        super(term);
        this.term = term;
    }

    @Override
    public boolean eval(Run run, Env env, Value in, @Nullable Path at, Sink out) {
        if (at == null && term.single()) {
            return each(term.one(run, env, in), null, run, out);
        }
        return term.eval(run, env, in, at, (value, path) -> {
            Steps.checkAll(path, value, run);
            return each(value, path, run, out);
        });
    }

    private static boolean each(Value value, @Nullable Path path, Run run, Sink out) {
        Items items = Access.items(value, run.meter());
        for (int i = 0; items.next(); i++) {
            Path to = null;
            if (path != null) {
                to = path.to(items instanceof Entries entries ? entries.key() : Num.of(i), run.meter());
            }
            if (!out.take(items.value(), to)) {
                return false;
            }
        }
        return true;
    }
}
