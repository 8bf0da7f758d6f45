package dev.plimsoll.query.eval;

import dev.plimsoll.query.ops.Paths;
import dev.plimsoll.query.value.ListArr;
import dev.plimsoll.query.value.Path;
import dev.plimsoll.query.value.Value;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code PATHS = VALUE}, {@code PATHS |= UPDATE} and {@code PATHS op= VALUE}: copies in which something is changed. */
public final class Update extends Node {

    private final Node paths;
    private final Node value;
    private final Change change;

    private interface Change {
        boolean eval(Run run, Env env, Value in, Sink out);
    }

    private interface Law {
        Value of(Value old, Value given, Run run);
    }

    private Update(Node paths, Node value, @Nullable Law law) {
        super(4, paths, value);
        this.paths = paths;
        this.value = value;
        this.change = law == null ? this::modify : (run, env, in, out) -> assign(law, run, env, in, out);
    }

    public static Update assign(Node paths, Node value) {
        return new Update(paths, value, (old, given, run) -> given);
    }

    public static Update modify(Node paths, Node update) {
        return new Update(paths, update, null);
    }

    public static Update operate(Operator operator, Node paths, Node value) {
        return new Update(paths, value, (old, given, run) -> operator.of(old, given, run.meter()));
    }

    public static Update orElse(Node paths, Node value) {
        return new Update(paths, value, (old, given, run) -> old.isTrue() ? old : given);
    }

    @Override
    public boolean eval(Run run, Env env, Value in, @Nullable Path at, Sink out) {
        return change.eval(run, env, in, at == null ? out : (result, none) -> out.take(result, Path.NOWHERE));
    }

    private boolean assign(Law law, Run run, Env env, Value in, Sink out) {
        return value.eval(run, env, in, null, (given, none) -> {
            Value[] state = {in};
            paths.eval(run, env, in, Path.ROOT, (old, path) -> {
                ListArr steps = Steps.of(path, old, run).toArray(run.meter());
                Value before = Paths.get(state[0], steps, run.meter());
                state[0] = Paths.set(state[0], steps, law.of(before, given, run), run.meter());
                return true;
            });
            return out.take(state[0], null);
        });
    }

    /** The first output of the update counts; where there is none, what it was asked for goes. */
    private boolean modify(Run run, Env env, Value in, Sink out) {
        Value[] state = {in};
        List<ListArr> gone = new ArrayList<>();
        paths.eval(run, env, in, Path.ROOT, (old, path) -> {
            ListArr steps = Steps.of(path, old, run).toArray(run.meter());
            Value before = Paths.get(state[0], steps, run.meter());
            Value after = First.of(value, run, env, before);
            if (after == null) {
                gone.add(steps);
            } else {
                state[0] = Paths.set(state[0], steps, after, run.meter());
            }
            return true;
        });
        return out.take(Paths.delete(state[0], gone, run.meter()), null);
    }
}
