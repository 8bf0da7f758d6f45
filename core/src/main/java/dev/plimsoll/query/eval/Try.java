package dev.plimsoll.query.eval;

import dev.plimsoll.query.value.Path;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.Value;
import org.jspecify.annotations.Nullable;

/** {@code try BODY catch HANDLER}; what goes wrong later with an output of the body is not its business. */
public final class Try extends Node {

    private final Node body;
    private final @Nullable Node handler;

    /** Without a handler an error gives nothing. */
    public Try(Node body, @Nullable Node handler) {
        super(handler == null ? new Node[] {body} : new Node[] {body, handler});
        this.body = body;
        this.handler = handler;
    }

    @Override
    public boolean eval(Run run, Env env, Value in, @Nullable Path at, Sink out) {
        boolean[] outside = new boolean[1];
        int depth = run.meter().depth();
        QueryError error;
        try {
            return body.eval(run, env, in, at, (value, path) -> {
                outside[0] = true;
                boolean more = out.take(value, path);
                outside[0] = false;
                return more;
            });
        } catch (QueryError e) {
            if (outside[0]) {
                throw e;
            }
            error = e;
        }
        run.meter().depth(depth);
        Path nowhere = at == null ? null : Path.NOWHERE;
        return handler == null || handler.eval(run, env, error.value(), nowhere, out);
    }
}
