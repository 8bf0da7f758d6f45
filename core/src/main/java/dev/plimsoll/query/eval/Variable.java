package dev.plimsoll.query.eval;

import dev.plimsoll.query.value.Value;

/** {@code $name}, so many names out. */
public final class Variable extends Single {

    private final int hops;

    public Variable(int hops) {
        this.hops = hops;
    }

    @Override
    public Value one(Run run, Env env, Value in) {
        return env.out(hops).value();
    }
}
