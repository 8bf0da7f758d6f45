package dev.plimsoll.query.eval;

import dev.plimsoll.query.ops.Access;
import dev.plimsoll.query.value.Path;
import dev.plimsoll.query.value.Value;
import org.jspecify.annotations.Nullable;

/** {@code TERM[KEY]} and {@code TERM[KEY]?}; the key is computed from what {@code .} is outside. */
public final class Index extends Node {

    private final Node term;
    private final Node key;
    private final boolean optional;

    public Index(Node term, Node key) {
        this(term, key, false);
    }

    /** An optional step gives nothing where it cannot be made. */
    public Index(Node term, Node key, boolean optional) {
        super(term, key);
        this.term = term;
        this.key = key;
        this.optional = optional;
    }

    @Override
    public boolean single() {
        return term.single() && key.single() && !optional;
    }

    @Override
    public Value one(Run run, Env env, Value in) {
        Value at = key.one(run, env, in);
        return Access.index(term.one(run, env, in), at, run.meter());
    }

    @Override
    public boolean eval(Run run, Env env, Value in, @Nullable Path at, Sink out) {
        return key.eval(
                run,
                env,
                in,
                null,
                (step, none) -> term.eval(run, env, in, at, (value, path) -> {
                    Steps.check(path, value, step, run);
                    return out.take(Access.index(value, step, run.meter()), Steps.to(path, step, run));
                }));
    }
}
