package dev.plimsoll.query.node;

import dev.plimsoll.query.value.Value;

/** Node for {@code $name}, which is bound {@code hops} names further out. */
public final class VariableNode extends SingleValueNode {

    private final int hops;

    public VariableNode(int hops) {
        this.hops = hops;
    }

    @Override
    public Value evalSingle(Evaluation evaluation, Environment environment, Value in) {
        return environment.enclosing(hops).value();
    }
}
