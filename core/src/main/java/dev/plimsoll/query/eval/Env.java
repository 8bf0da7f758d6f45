package dev.plimsoll.query.eval;

import dev.plimsoll.query.value.Constant;
import dev.plimsoll.query.value.Value;
import org.jspecify.annotations.Nullable;

/** What names stand for, innermost first: a variable's value, or an argument as the node to run and where its own names are. */
public final class Env {

    private final @Nullable Env outer;
    private final Value value;
    private final @Nullable Node body;
    private final @Nullable Env scope;

    private Env(@Nullable Env outer, Value value, @Nullable Node body, @Nullable Env scope) {
        this.outer = outer;
        this.value = value;
        this.body = body;
        this.scope = scope;
    }

    public static Env empty() {
        return new Env(null, Constant.NULL, null, null);
    }

    public Env with(Value variable) {
        return new Env(this, variable, null, null);
    }

    Env with(Node argument, Env itsScope) {
        return new Env(this, Constant.NULL, argument, itsScope);
    }

    /** So many names further out. */
    Env out(int hops) {
        Env env = this;
        for (int i = 0; i < hops; i++) {
            Env next = env.outer;
            if (next == null) {
                throw new IllegalStateException("name: resolved " + hops + " out of " + i);
            }
            env = next;
        }
        return env;
    }

    Value value() {
        return value;
    }

    Node body() {
        if (body == null) {
            throw new IllegalStateException("name: not an argument");
        }
        return body;
    }

    Env scope() {
        return scope == null ? this : scope;
    }
}
