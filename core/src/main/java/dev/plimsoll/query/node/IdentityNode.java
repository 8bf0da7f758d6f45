package dev.plimsoll.query.node;

import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import org.jspecify.annotations.Nullable;

/** Node for {@code .}. */
public final class IdentityNode extends QueryNode {

    @Override
    public boolean isSingle() {
        return true;
    }

    @Override
    public Value evalSingle(Evaluation evaluation, Environment environment, Value in) {
        return in;
    }

    @Override
    public boolean eval(
            Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
        return out.accept(in, at);
    }
}
