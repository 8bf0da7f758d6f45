package dev.plimsoll.query.function;

import dev.plimsoll.query.node.Environment;
import dev.plimsoll.query.node.Evaluation;
import dev.plimsoll.query.node.QueryNode;
import dev.plimsoll.query.node.SingleValueNode;
import dev.plimsoll.query.value.ConstantValue;
import dev.plimsoll.query.value.Value;

/** Functions {@code any}, {@code all}, and {@code isempty}. They stop as soon as the result is certain. */
final class QuantifierFunction extends SingleValueNode {

    private final Kind kind;
    private final QueryNode source;
    private final QueryNode condition;

    enum Kind {
        ANY,
        ALL,
        NONE
    }

    QuantifierFunction(Kind kind, QueryNode source, QueryNode condition) {
        super(source, condition);
        this.kind = kind;
        this.source = source;
        this.condition = condition;
    }

    @Override
    public Value evalSingle(Evaluation evaluation, Environment environment, Value in) {
        boolean decisive = kind != Kind.ALL;
        boolean found = !source.eval(
                evaluation,
                environment,
                in,
                null,
                (value, none) -> condition.eval(
                        evaluation, environment, value, null, (truth, ignored) -> truth.isTrue() != decisive));
        return ConstantValue.of(found == (kind == Kind.ANY));
    }
}
