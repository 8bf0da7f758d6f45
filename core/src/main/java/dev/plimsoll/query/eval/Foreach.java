package dev.plimsoll.query.eval;

import dev.plimsoll.query.value.Constant;
import dev.plimsoll.query.value.Path;
import dev.plimsoll.query.value.Value;
import org.jspecify.annotations.Nullable;

/** {@code foreach SOURCE as PATTERN (INIT; UPDATE; EXTRACT)} */
public final class Foreach extends Node {

    private final Node source;
    private final Patterns patterns;
    private final Node init;
    private final Node update;
    private final Node extract;

    public Foreach(Node source, Patterns patterns, Node init, Node update, Node extract) {
        super(5, source, patterns.asNode(), init, update, extract);
        this.source = source;
        this.patterns = patterns;
        this.init = init;
        this.update = update;
        this.extract = extract;
    }

    @Override
    public boolean eval(Run run, Env env, Value in, @Nullable Path at, Sink out) {
        return init.eval(run, env, in, at, (start, path) -> {
            Reduce.Held state = new Reduce.Held(start, path);
            return source.eval(
                    run,
                    env,
                    in,
                    null,
                    (value, none) -> patterns.bind(run, env, value, inner -> {
                        Value before = state.value;
                        Path way = state.path;
                        state.set(Constant.NULL, at == null ? null : Path.NOWHERE);
                        return update.eval(run, inner, before, way, (now, to) -> {
                            state.set(now, to);
                            return extract.eval(run, inner, now, to, out);
                        });
                    }));
        });
    }
}
