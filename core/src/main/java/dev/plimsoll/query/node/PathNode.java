package dev.plimsoll.query.node;

import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import org.jspecify.annotations.Nullable;

/** Node for {@code path(BODY)}. */
public final class PathNode extends QueryNode {

    private final QueryNode body;

    public PathNode(QueryNode body) {
        super(body);
        this.body = body;
    }

    @Override
    public boolean eval(
            Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
        ValuePath noPath = at == null ? null : ValuePath.NONE;
        return body.eval(
                evaluation,
                environment,
                in,
                ValuePath.ROOT,
                (value, valuePath) -> out.accept(
                        PathTracker.require(valuePath, value, evaluation).toArray(evaluation.meter()), noPath));
    }
}
