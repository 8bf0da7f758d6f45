package dev.plimsoll.query.eval;

import dev.plimsoll.query.value.Constant;
import dev.plimsoll.query.value.Path;
import dev.plimsoll.query.value.Value;
import org.jspecify.annotations.Nullable;

/** {@code LEFT and RIGHT}, {@code LEFT or RIGHT}; the right side is asked only where it matters. */
public final class Logic extends Node {

    private final boolean decisive;
    private final Node left;
    private final Node right;

    /** What the left side is when nobody needs the right one: true for {@code or}. */
    public Logic(boolean decisive, Node left, Node right) {
        super(left, right);
        this.decisive = decisive;
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
        boolean truth = left.one(run, env, in).isTrue();
        return Constant.of(
                truth == decisive ? decisive : right.one(run, env, in).isTrue());
    }

    @Override
    public boolean eval(Run run, Env env, Value in, @Nullable Path at, Sink out) {
        Path nowhere = at == null ? null : Path.NOWHERE;
        return left.eval(run, env, in, null, (first, none) -> {
            if (first.isTrue() == decisive) {
                return out.take(Constant.of(decisive), nowhere);
            }
            return right.eval(run, env, in, null, (second, nor) -> out.take(Constant.of(second.isTrue()), nowhere));
        });
    }
}
