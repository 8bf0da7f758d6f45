package dev.plimsoll.query.library;

import dev.plimsoll.query.eval.Env;
import dev.plimsoll.query.eval.Node;
import dev.plimsoll.query.eval.Run;
import dev.plimsoll.query.eval.Sink;
import dev.plimsoll.query.value.Path;
import dev.plimsoll.query.value.Value;
import org.jspecify.annotations.Nullable;

/** {@code last(BODY)} */
final class Last extends Node {

    private final Node body;

    Last(Node body) {
        super(body);
        this.body = body;
    }

    @Override
    public boolean eval(Run run, Env env, Value in, @Nullable Path at, Sink out) {
        Held last = new Held();
        body.eval(run, env, in, at, last);
        return last.value == null || out.take(last.value, last.path);
    }

    private static final class Held implements Sink {

        private @Nullable Value value;
        private @Nullable Path path;

        @Override
        public boolean take(Value next, @Nullable Path at) {
            value = next;
            path = at;
            return true;
        }
    }
}
