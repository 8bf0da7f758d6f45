package dev.plimsoll.query.library;

import dev.plimsoll.query.eval.Env;
import dev.plimsoll.query.eval.Node;
import dev.plimsoll.query.eval.Run;
import dev.plimsoll.query.eval.Sink;
import dev.plimsoll.query.eval.Steps;
import dev.plimsoll.query.ops.Paths;
import dev.plimsoll.query.value.Items;
import dev.plimsoll.query.value.ListArr;
import dev.plimsoll.query.value.Path;
import dev.plimsoll.query.value.Value;
import org.jspecify.annotations.Nullable;

/** {@code getpath(PATH)}, which is a path itself. */
final class GetPath extends Node {

    private final Node path;

    GetPath(Node path) {
        super(path);
        this.path = path;
    }

    @Override
    public boolean eval(Run run, Env env, Value in, @Nullable Path at, Sink out) {
        return path.eval(run, env, in, null, (value, none) -> {
            ListArr steps = Paths.steps(value, run.meter());
            Path to = at == null ? null : Steps.of(at, in, run);
            if (to != null) {
                Items items = steps.items(run.meter());
                while (items.next()) {
                    to = to.to(items.value(), run.meter());
                }
            }
            return out.take(Paths.get(in, steps, run.meter()), to);
        });
    }
}
