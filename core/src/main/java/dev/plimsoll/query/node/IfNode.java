package dev.plimsoll.query.node;

import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import org.jspecify.annotations.Nullable;

/** Node for {@code if CONDITION then YES else NO end}. */
public final class IfNode extends QueryNode {

    private final QueryNode condition;
    private final QueryNode thenBranch;
    private final QueryNode elseBranch;

    public IfNode(QueryNode condition, QueryNode yes, QueryNode no) {
        super(condition, yes, no);
        this.condition = condition;
        this.thenBranch = yes;
        this.elseBranch = no;
    }

    @Override
    public boolean isSingle() {
        return condition.isSingle() && thenBranch.isSingle() && elseBranch.isSingle();
    }

    @Override
    public Value evalSingle(Evaluation evaluation, Environment environment, Value in) {
        evaluation.meter().step();
        return (condition.evalSingle(evaluation, environment, in).isTrue() ? thenBranch : elseBranch)
                .evalSingle(evaluation, environment, in);
    }

    @Override
    public boolean eval(
            Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
        evaluation.meter().step();
        if (condition.isSingle()) {
            return (condition.evalSingle(evaluation, environment, in).isTrue() ? thenBranch : elseBranch)
                    .eval(evaluation, environment, in, at, out);
        }
        return condition.eval(
                evaluation,
                environment,
                in,
                null,
                (truth, none) -> (truth.isTrue() ? thenBranch : elseBranch).eval(evaluation, environment, in, at, out));
    }
}
