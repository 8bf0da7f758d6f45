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
    public Value one(Evaluation evaluation, EnvironmentNode environment, Value in) {
        evaluation.meter().step();
        return (condition.one(evaluation, environment, in).isTrue() ? yes : no)
                .one(evaluation, environment, in);
    }

    @Override
    public boolean eval(
            Evaluation evaluation, EnvironmentNode environment, Value in, @Nullable ValuePath at, OutputSink out) {
        evaluation.meter().step();
        if (condition.single()) {
            return (condition.one(evaluation, environment, in).isTrue() ? yes : no)
                    .eval(evaluation, environment, in, at, out);
        }
        return condition.eval(
                evaluation,
                environment,
                in,
                null,
                (truth, none) -> (truth.isTrue() ? yes : no).eval(evaluation, environment, in, at, out));
    }
}
