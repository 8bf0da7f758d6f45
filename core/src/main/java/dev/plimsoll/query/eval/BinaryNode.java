package dev.plimsoll.query.eval;

import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import org.jspecify.annotations.Nullable;

/** Node for {@code LEFT op RIGHT}. Combines each output of the right side with each of the left. */
public final class BinaryNode extends QueryNode {

    private final QueryOperator queryOperator;
    private final QueryNode left;
    private final QueryNode right;

    public BinaryNode(QueryOperator queryOperator, QueryNode left, QueryNode right) {
        super(left, right);
        this.queryOperator = queryOperator;
        this.left = left;
        this.right = right;
    }

    @Override
    public boolean single() {
        return left.single() && right.single();
    }

    @Override
    public Value one(Evaluation evaluation, EnvironmentNode environment, Value in) {
        evaluation.meter().step();
        Value second = right.one(evaluation, environment, in);
        return queryOperator.of(left.one(evaluation, environment, in), second, evaluation.meter());
    }

    @Override
    public boolean eval(
            Evaluation evaluation, EnvironmentNode environment, Value in, @Nullable ValuePath at, OutputSink out) {
        ValuePath noPath = at == null ? null : ValuePath.NOWHERE;
        if (single()) {
            return out.take(one(evaluation, environment, in), noPath);
        }
        return right.eval(
                evaluation,
                environment,
                in,
                null,
                (second, none) -> left.eval(evaluation, environment, in, null, (first, ignored) -> {
                    evaluation.meter().step();
                    return out.take(queryOperator.of(first, second, evaluation.meter()), noPath);
                }));
    }
}
