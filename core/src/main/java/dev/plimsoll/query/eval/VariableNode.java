package dev.plimsoll.query.eval;

import dev.plimsoll.query.value.Value;

/** {@code $name}, so many names out. */
public final class VariableNode extends SingleValueNode {

    private final int hops;

    public VariableNode(int hops) {
        this.hops = hops;
    }

    @Override
    public Value one(Evaluation evaluation, EnvironmentNode environmentNode, Value in) {
        return environmentNode.out(hops).value();
    }
}
