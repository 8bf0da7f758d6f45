package dev.plimsoll.query.eval;

import dev.plimsoll.query.value.Path;
import dev.plimsoll.query.value.Value;
import org.jspecify.annotations.Nullable;

/** {@code .} */
public final class Identity extends Node {

    @Override
    public boolean single() {
        return true;
    }

    @Override
    public Value one(Run run, Env env, Value in) {
        return in;
    }

    @Override
    public boolean eval(Run run, Env env, Value in, @Nullable Path at, Sink out) {
        return out.take(in, at);
    }
}
