package dev.plimsoll.query.node;

import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import org.jspecify.annotations.Nullable;

/** Node for {@code try BODY catch HANDLER}. Errors of code that receives an output of the body are not caught. */
public final class TryNode extends QueryNode {

    private final QueryNode body;
    private final @Nullable QueryNode handler;

    /** Creates a node. Without a handler, an error produces no output. */
    public TryNode(QueryNode body, @Nullable QueryNode handler) {
        super(handler == null ? new QueryNode[] {body} : new QueryNode[] {body, handler});
        this.body = body;
        this.handler = handler;
    }

    @Override
    public boolean eval(
            Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
        boolean[] isInSink = new boolean[1];
        int depth = evaluation.meter().depth();
        QueryError error;
        try {
            return body.eval(evaluation, environment, in, at, (value, valuePath) -> {
                isInSink[0] = true;
                boolean more = out.accept(value, valuePath);
                isInSink[0] = false;
                return more;
            });
        } catch (QueryError e) {
            if (isInSink[0]) {
                throw e;
            }
            error = e;
        }
        evaluation.meter().restoreDepth(depth);
        ValuePath noPath = at == null ? null : ValuePath.NONE;
        return handler == null || handler.eval(evaluation, environment, error.value(), noPath, out);
    }
}
