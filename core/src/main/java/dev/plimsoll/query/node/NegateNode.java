package dev.plimsoll.query.node;

import dev.plimsoll.query.value.NumberValue;
import dev.plimsoll.query.value.Numbers;
import dev.plimsoll.query.value.Operators;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import org.jspecify.annotations.Nullable;

/** Node for {@code -OPERAND}. */
public final class NegateNode extends QueryNode {

    private final QueryNode operand;

    public NegateNode(QueryNode operand) {
        super(operand);
        this.operand = operand;
    }

    @Override
    public boolean isSingle() {
        return operand.isSingle();
    }

    @Override
    public Value evalSingle(Evaluation evaluation, Environment environment, Value in) {
        return negated(operand.evalSingle(evaluation, environment, in), evaluation);
    }

    @Override
    public boolean eval(
            Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
        ValuePath noPath = at == null ? null : ValuePath.NONE;
        return operand.eval(
                evaluation, environment, in, null, (value, none) -> out.accept(negated(value, evaluation), noPath));
    }

    private static Value negated(Value value, Evaluation evaluation) {
        if (value instanceof NumberValue n) {
            return Numbers.negate(n);
        }
        throw Operators.typeError(value, "cannot be negated", evaluation.meter());
    }
}
