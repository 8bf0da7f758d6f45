package dev.plimsoll.query.eval;

import dev.plimsoll.query.value.Path;
import dev.plimsoll.query.value.Value;
import org.jspecify.annotations.Nullable;

/** {@code SOURCE as PATTERN | BODY} */
public final class Bind extends Node {

    private final Node source;
    private final Patterns patterns;
    private final Node body;

    public Bind(Node source, Patterns patterns, Node body) {
        super(4, source, patterns.asNode(), body);
        this.source = source;
        this.patterns = patterns;
        this.body = body;
    }

    @Override
    public boolean eval(Run run, Env env, Value in, @Nullable Path at, Sink out) {
        run.meter().step();
        return source.eval(
                run,
                env,
                in,
                null,
                (value, none) ->
                        patterns.bindEach(run, env, value, out, (inner, to) -> body.eval(run, inner, in, at, to)));
    }
}
