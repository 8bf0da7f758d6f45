package dev.plimsoll.query.eval;

import dev.plimsoll.query.value.Path;
import dev.plimsoll.query.value.Value;
import org.jspecify.annotations.Nullable;

/** A node that computes exactly one value, which has no path. */
public abstract class Single extends Node {

    protected Single(Node... parts) {
        super(parts);
    }

    @Override
    public final boolean single() {
        return true;
    }

    @Override
    public abstract Value one(Run run, Env env, Value in);

    @Override
    public final boolean eval(Run run, Env env, Value in, @Nullable Path at, Sink out) {
        return out.take(one(run, env, in), at == null ? null : Path.NOWHERE);
    }
}
