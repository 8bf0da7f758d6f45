package dev.plimsoll.query.eval;

import dev.plimsoll.query.value.Path;
import dev.plimsoll.query.value.Value;
import org.jspecify.annotations.Nullable;

/** {@code path(BODY)} */
public final class PathOf extends Node {

    private final Node body;

    public PathOf(Node body) {
        super(body);
        this.body = body;
    }

    @Override
    public boolean eval(Run run, Env env, Value in, @Nullable Path at, Sink out) {
        Path nowhere = at == null ? null : Path.NOWHERE;
        return body.eval(
                run,
                env,
                in,
                Path.ROOT,
                (value, path) -> out.take(Steps.of(path, value, run).toArray(run.meter()), nowhere));
    }
}
