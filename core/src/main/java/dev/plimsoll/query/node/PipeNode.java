package dev.plimsoll.query.node;

import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import org.jspecify.annotations.Nullable;

/** Node for {@code LEFT | RIGHT}. */
public final class PipeNode extends QueryNode {

    private final QueryNode left;
    private final QueryNode right;

    public PipeNode(QueryNode left, QueryNode right) {
        super(left, right);
        this.left = left;
        this.right = right;
    }

    @Override
    public boolean isSingle() {
        return left.isSingle() && right.isSingle();
    }

    @Override
    public Value evalSingle(Evaluation evaluation, Environment environment, Value in) {
        return right.evalSingle(evaluation, environment, left.evalSingle(evaluation, environment, in));
    }

    @Override
    public boolean eval(
            Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
        evaluation.meter().step();
        if (at == null && left.isSingle()) {
            return right.eval(evaluation, environment, left.evalSingle(evaluation, environment, in), null, out);
        }
        return left.eval(
                evaluation,
                environment,
                in,
                at,
                (value, valuePath) -> right.eval(evaluation, environment, value, valuePath, out));
    }
}
