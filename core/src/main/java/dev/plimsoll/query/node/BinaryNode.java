package dev.plimsoll.query.node;

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
    public boolean isSingle() {
        return left.isSingle() && right.isSingle();
    }

    @Override
    public Value evalSingle(Evaluation evaluation, Environment environment, Value in) {
        evaluation.meter().step();
        Value second = right.evalSingle(evaluation, environment, in);
        return queryOperator.apply(left.evalSingle(evaluation, environment, in), second, evaluation.meter());
    }

    @Override
    public boolean eval(
            Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
        ValuePath noPath = at == null ? null : ValuePath.NONE;
        if (isSingle()) {
            return out.accept(evalSingle(evaluation, environment, in), noPath);
        }
        return right.eval(
                evaluation,
                environment,
                in,
                null,
                (second, none) -> left.eval(evaluation, environment, in, null, (first, ignored) -> {
                    evaluation.meter().step();
                    return out.accept(queryOperator.apply(first, second, evaluation.meter()), noPath);
                }));
    }
}
