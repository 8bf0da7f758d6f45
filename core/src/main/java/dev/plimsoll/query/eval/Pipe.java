package dev.plimsoll.query.eval;

import dev.plimsoll.query.value.Path;
import dev.plimsoll.query.value.Value;
import org.jspecify.annotations.Nullable;

/** {@code LEFT | RIGHT} */
public final class Pipe extends Node {

    private final Node left;
    private final Node right;

    public Pipe(Node left, Node right) {
        super(left, right);
        this.left = left;
        this.right = right;
    }

    @Override
    public boolean single() {
        return left.single() && right.single();
    }

    @Override
    public Value one(Run run, Env env, Value in) {
        return right.one(run, env, left.one(run, env, in));
    }

    @Override
    public boolean eval(Run run, Env env, Value in, @Nullable Path at, Sink out) {
        run.meter().step();
        if (at == null && left.single()) {
            return right.eval(run, env, left.one(run, env, in), null, out);
        }
        return left.eval(run, env, in, at, (value, path) -> right.eval(run, env, value, path, out));
    }
}
