package dev.plimsoll.query.eval;

import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import org.jspecify.annotations.Nullable;

/** Node for {@code if CONDITION then YES else NO end}. */
public final class IfNode extends QueryNode {

    private final QueryNode condition;
    private final QueryNode yes;
    private final QueryNode no;

    public IfNode(QueryNode condition, QueryNode yes, QueryNode no) {
        super(condition, yes, no);
        this.condition = condition;
        this.yes = yes;
        this.no = no;
    }

    @Override
    public boolean single() {
        return condition.single() && yes.single() && no.single();
    }

    @Override
    public Value one(Evaluation evaluation, EnvironmentNode environmentNode, Value in) {
        evaluation.meter().step();
        return (condition.one(evaluation, environmentNode, in).isTrue() ? yes : no)
                .one(evaluation, environmentNode, in);
    }

    @Override
    public boolean eval(
            Evaluation evaluation, EnvironmentNode environmentNode, Value in, @Nullable ValuePath at, OutputSink out) {
        evaluation.meter().step();
        if (condition.single()) {
            return (condition.one(evaluation, environmentNode, in).isTrue() ? yes : no)
                    .eval(evaluation, environmentNode, in, at, out);
        }
        return condition.eval(
                evaluation,
                environmentNode,
                in,
                null,
                (truth, none) -> (truth.isTrue() ? yes : no).eval(evaluation, environmentNode, in, at, out));
    }
}
