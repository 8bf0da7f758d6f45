package dev.plimsoll.query.node;

import dev.plimsoll.query.value.ConstantValue;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import org.jspecify.annotations.Nullable;

/** Node for {@code LEFT and RIGHT} and {@code LEFT or RIGHT}. It evaluates the right side only if needed. */
public final class LogicNode extends QueryNode {

    private final boolean decisive;
    private final QueryNode left;
    private final QueryNode right;

    /**
     * Creates a node. {@code decisive} is the value of the left side that makes the right side unnecessary: true for
     * {@code or}.
     */
    public LogicNode(boolean decisive, QueryNode left, QueryNode right) {
        super(left, right);
        this.decisive = decisive;
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
        boolean truth = left.evalSingle(evaluation, environment, in).isTrue();
        return ConstantValue.of(
                truth == decisive
                        ? decisive
                        : right.evalSingle(evaluation, environment, in).isTrue());
    }

    @Override
    public boolean eval(
            Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
        ValuePath noPath = at == null ? null : ValuePath.NONE;
        return left.eval(evaluation, environment, in, null, (first, none) -> {
            if (first.isTrue() == decisive) {
                return out.accept(ConstantValue.of(decisive), noPath);
            }
            return right.eval(
                    evaluation,
                    environment,
                    in,
                    null,
                    (second, ignored) -> out.accept(ConstantValue.of(second.isTrue()), noPath));
        });
    }
}
