package dev.plimsoll.query.eval;

import dev.plimsoll.query.value.Value;

/** A value that stands in the expression. */
public final class Literal extends Single {

    private final Value value;

    public Literal(Value value) {
        this.value = value;
    }

    public Value value() {
        return value;
    }

    @Override
    public Value one(Run run, Env env, Value in) {
        return value;
    }
}
