package dev.plimsoll.query.node;

import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import org.jspecify.annotations.Nullable;

/** Node that computes exactly one value, which has no path. */
public abstract class SingleValueNode extends QueryNode {

    protected SingleValueNode(QueryNode... parts) {
        super(parts);
    }

    @Override
    public final boolean isSingle() {
        return true;
    }

    @Override
    public abstract Value evalSingle(Evaluation evaluation, Environment environment, Value in);

    @Override
    public final boolean eval(
            Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
        return out.accept(evalSingle(evaluation, environment, in), at == null ? null : ValuePath.NONE);
    }
}
