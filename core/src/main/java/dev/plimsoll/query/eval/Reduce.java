package dev.plimsoll.query.eval;

import dev.plimsoll.query.value.Constant;
import dev.plimsoll.query.value.Path;
import dev.plimsoll.query.value.Value;
import org.jspecify.annotations.Nullable;

/** {@code reduce SOURCE as PATTERN (INIT; UPDATE)} */
public final class Reduce extends Node {

    private final Node source;
    private final Patterns patterns;
    private final Node init;
    private final Node update;

    public Reduce(Node source, Patterns patterns, Node init, Node update) {
        super(5, source, patterns.asNode(), init, update);
        this.source = source;
        this.patterns = patterns;
        this.init = init;
        this.update = update;
    }

    @Override
    public boolean eval(Run run, Env env, Value in, @Nullable Path at, Sink out) {
        return init.eval(run, env, in, at, (start, path) -> {
            Held state = new Held(start, path);
            source.eval(
                    run,
                    env,
                    in,
                    null,
                    (value, none) -> patterns.bind(run, env, value, inner -> {
                        Value before = state.value;
                        Path way = state.path;
                        state.set(Constant.NULL, at == null ? null : Path.NOWHERE);
                        return update.eval(run, inner, before, way, state);
                    }));
            return out.take(state.value, state.path);
        });
    }

    /** The state between two updates; of several outputs the last one stays. */
    static final class Held implements Sink {

        Value value;

        @Nullable Path path;

        Held(Value value, @Nullable Path path) {
            this.value = value;
            this.path = path;
        }

        void set(Value now, @Nullable Path way) {
            value = now;
            path = way;
        }

        @Override
        public boolean take(Value now, @Nullable Path way) {
            set(now, way);
            return true;
        }
    }
}
