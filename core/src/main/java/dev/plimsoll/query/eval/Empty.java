package dev.plimsoll.query.eval;

import dev.plimsoll.query.value.Path;
import dev.plimsoll.query.value.Value;
import org.jspecify.annotations.Nullable;

/** {@code empty} */
public final class Empty extends Node {

    @Override
    public boolean eval(Run run, Env env, Value in, @Nullable Path at, Sink out) {
        return true;
    }
}
