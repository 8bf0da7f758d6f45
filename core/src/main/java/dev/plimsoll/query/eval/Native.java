package dev.plimsoll.query.eval;

import dev.plimsoll.query.value.Path;
import dev.plimsoll.query.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A call of a function that makes one value of {@code .} and its arguments' values; of several every combination. */
public final class Native extends Node {

    private final Law law;
    private final Node[] arguments;
    private final boolean single;

    /** What the function does. */
    public interface Law {
        Value of(Run run, Value in, Value[] arguments);
    }

    public Native(Law law, List<Node> arguments) {
        super(arguments.toArray(Node[]::new));
        this.law = law;
        this.arguments = arguments.toArray(Node[]::new);
        this.single = arguments.stream().allMatch(Node::single);
    }

    @Override
    public boolean single() {
        return single;
    }

    @Override
    public Value one(Run run, Env env, Value in) {
        run.meter().step();
        Value[] values = new Value[arguments.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = arguments[i].one(run, env, in);
        }
        return law.of(run, in, values);
    }

    @Override
    public boolean eval(Run run, Env env, Value in, @Nullable Path at, Sink out) {
        Path nowhere = at == null ? null : Path.NOWHERE;
        if (single) {
            return out.take(one(run, env, in), nowhere);
        }
        return combine(
                arguments.length - 1,
                new Value[arguments.length],
                run,
                env,
                in,
                (value, none) -> out.take(value, nowhere));
    }

    /** The first argument changes quickest. */
    private boolean combine(int i, Value[] values, Run run, Env env, Value in, Sink out) {
        if (i < 0) {
            run.meter().step();
            return out.take(law.of(run, in, values.clone()), null);
        }
        return arguments[i].eval(run, env, in, null, (value, none) -> {
            values[i] = value;
            return combine(i - 1, values, run, env, in, out);
        });
    }
}
