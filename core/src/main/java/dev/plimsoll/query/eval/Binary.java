package dev.plimsoll.query.eval;

import dev.plimsoll.query.value.Path;
import dev.plimsoll.query.value.Value;
import org.jspecify.annotations.Nullable;

/** {@code LEFT op RIGHT}; for each output of the right side, each of the left. */
public final class Binary extends Node {

    private final Operator operator;
    private final Node left;
    private final Node right;

    public Binary(Operator operator, Node left, Node right) {
        super(left, right);
        this.operator = operator;
        this.left = left;
        this.right = right;
    }

    @Override
    public boolean single() {
        return left.single() && right.single();
    }

    @Override
    public Value one(Run run, Env env, Value in) {
        run.meter().step();
        Value second = right.one(run, env, in);
        return operator.of(left.one(run, env, in), second, run.meter());
    }

    @Override
    public boolean eval(Run run, Env env, Value in, @Nullable Path at, Sink out) {
        Path nowhere = at == null ? null : Path.NOWHERE;
        if (single()) {
            return out.take(one(run, env, in), nowhere);
        }
        return right.eval(
                run,
                env,
                in,
                null,
                (second, none) -> left.eval(run, env, in, null, (first, nor) -> {
                    run.meter().step();
                    return out.take(operator.of(first, second, run.meter()), nowhere);
                }));
    }
}
