package dev.plimsoll.query.eval;

import dev.plimsoll.query.ops.Access;
import dev.plimsoll.query.value.Path;
import dev.plimsoll.query.value.Str;
import dev.plimsoll.query.value.Value;
import org.jspecify.annotations.Nullable;

/** {@code TERM.name} */
public final class Field extends Node {

    private final Node term;
    private final Str name;

    public Field(Node term, Str name) {
        super(term);
        this.term = term;
        this.name = name;
    }

    @Override
    public boolean single() {
        return term.single();
    }

    @Override
    public Value one(Run run, Env env, Value in) {
        return Access.field(term.one(run, env, in), name, run.meter());
    }

    @Override
    public boolean eval(Run run, Env env, Value in, @Nullable Path at, Sink out) {
        if (at == null && term.single()) {
            return out.take(one(run, env, in), null);
        }
        return term.eval(run, env, in, at, (value, path) -> {
            Steps.check(path, value, name, run);
            return out.take(Access.field(value, name, run.meter()), path == null ? null : path.to(name, run.meter()));
        });
    }
}
