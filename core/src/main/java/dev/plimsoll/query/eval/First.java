package dev.plimsoll.query.eval;

import dev.plimsoll.query.value.Path;
import dev.plimsoll.query.value.Value;
import org.jspecify.annotations.Nullable;

/** {@code first(BODY)}: nothing is computed after the first output. */
public final class First extends Node {

    private final Node body;

    public First(Node body) {
        super(body);
        this.body = body;
    }

    static @Nullable Value of(Node body, Run run, Env env, Value in) {
        if (body.single()) {
            return body.one(run, env, in);
        }
        Value[] first = new Value[1];
        body.eval(run, env, in, null, (value, none) -> {
            first[0] = value;
            return false;
        });
        return first[0];
    }

    @Override
    public boolean eval(Run run, Env env, Value in, @Nullable Path at, Sink out) {
        Held first = new Held();
        body.eval(run, env, in, at, first);
        return first.value == null || out.take(first.value, first.path);
    }

    private static final class Held implements Sink {

        private @Nullable Value value;
        private @Nullable Path path;

        @Override
        public boolean take(Value first, @Nullable Path at) {
            value = first;
            path = at;
            return false;
        }
    }
}
