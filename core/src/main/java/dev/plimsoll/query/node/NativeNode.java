package dev.plimsoll.query.node;

import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Node for a built-in function that computes one value from {@code .} and its arguments. If arguments have several outputs, it
 * computes one value for each combination.
 */
public final class NativeNode extends QueryNode {

    private final Implementation implementation;
    private final QueryNode[] arguments;
    private final boolean isSingle;

    /** Implementation of the function. */
    public interface Implementation {
        Value apply(Evaluation evaluation, Value in, Value[] arguments);
    }

    public NativeNode(Implementation implementation, List<QueryNode> arguments) {
        super(arguments.toArray(QueryNode[]::new));
        this.implementation = implementation;
        this.arguments = arguments.toArray(QueryNode[]::new);
        this.isSingle = arguments.stream().allMatch(QueryNode::isSingle);
    }

    @Override
    public boolean isSingle() {
        return isSingle;
    }

    @Override
    public Value evalSingle(Evaluation evaluation, Environment environment, Value in) {
        evaluation.meter().step();
        Value[] values = new Value[arguments.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = arguments[i].evalSingle(evaluation, environment, in);
        }
        return implementation.apply(evaluation, in, values);
    }

    @Override
    public boolean eval(
            Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
        ValuePath noPath = at == null ? null : ValuePath.NONE;
        if (isSingle) {
            return out.accept(evalSingle(evaluation, environment, in), noPath);
        }
        return combine(
                arguments.length - 1,
                new Value[arguments.length],
                evaluation,
                environment,
                in,
                (value, none) -> out.accept(value, noPath));
    }

    /** Calls the function for each combination. The first argument varies fastest. */
    private boolean combine(
            int i, Value[] values, Evaluation evaluation, Environment environment, Value in, OutputSink out) {
        if (i < 0) {
            evaluation.meter().step();
            return out.accept(implementation.apply(evaluation, in, values.clone()), null);
        }
        return arguments[i].eval(evaluation, environment, in, null, (value, none) -> {
            values[i] = value;
            return combine(i - 1, values, evaluation, environment, in, out);
        });
    }
}
