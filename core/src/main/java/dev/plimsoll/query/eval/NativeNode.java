package dev.plimsoll.query.eval;

import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Node for a built-in function that computes one value from {@code .} and its arguments. If arguments have several outputs, it
 * computes one value for each combination.
 */
public final class NativeNode extends QueryNode {

    private final Law law;
    private final QueryNode[] arguments;
    private final boolean single;

    /** Implementation of the function. */
    public interface Law {
        Value of(Evaluation evaluation, Value in, Value[] arguments);
    }

    public NativeNode(Law law, List<QueryNode> arguments) {
        super(arguments.toArray(QueryNode[]::new));
        this.law = law;
        this.arguments = arguments.toArray(QueryNode[]::new);
        this.single = arguments.stream().allMatch(QueryNode::single);
    }

    @Override
    public boolean single() {
        return single;
    }

    @Override
    public Value one(Evaluation evaluation, EnvironmentNode environment, Value in) {
        evaluation.meter().step();
        Value[] values = new Value[arguments.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = arguments[i].one(evaluation, environment, in);
        }
        return law.of(evaluation, in, values);
    }

    @Override
    public boolean eval(
            Evaluation evaluation, EnvironmentNode environment, Value in, @Nullable ValuePath at, OutputSink out) {
        ValuePath noPath = at == null ? null : ValuePath.NOWHERE;
        if (single) {
            return out.take(one(evaluation, environment, in), noPath);
        }
        return combine(
                arguments.length - 1,
                new Value[arguments.length],
                evaluation,
                environment,
                in,
                (value, none) -> out.take(value, noPath));
    }

    /** Calls the function for each combination. The first argument varies fastest. */
    private boolean combine(
            int i, Value[] values, Evaluation evaluation, EnvironmentNode environment, Value in, OutputSink out) {
        if (i < 0) {
            evaluation.meter().step();
            return out.take(law.of(evaluation, in, values.clone()), null);
        }
        return arguments[i].eval(evaluation, environment, in, null, (value, none) -> {
            values[i] = value;
            return combine(i - 1, values, evaluation, environment, in, out);
        });
    }
}
