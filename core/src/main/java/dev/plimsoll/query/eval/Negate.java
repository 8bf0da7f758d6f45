package dev.plimsoll.query.eval;

import dev.plimsoll.query.ops.Ops;
import dev.plimsoll.query.value.Num;
import dev.plimsoll.query.value.Numbers;
import dev.plimsoll.query.value.Path;
import dev.plimsoll.query.value.Value;
import org.jspecify.annotations.Nullable;

/** {@code -OPERAND} */
public final class Negate extends Node {

    private final Node operand;

    public Negate(Node operand) {
        super(operand);
        this.operand = operand;
    }

    @Override
    public boolean single() {
        return operand.single();
    }

    @Override
    public Value one(Run run, Env env, Value in) {
        return negated(operand.one(run, env, in), run);
    }

    @Override
    public boolean eval(Run run, Env env, Value in, @Nullable Path at, Sink out) {
        Path nowhere = at == null ? null : Path.NOWHERE;
        return operand.eval(run, env, in, null, (value, none) -> out.take(negated(value, run), nowhere));
    }

    private static Value negated(Value value, Run run) {
        if (value instanceof Num n) {
            return Numbers.negate(n);
        }
        throw Ops.wrong(value, "cannot be negated", run.meter());
    }
}
