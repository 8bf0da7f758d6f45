package dev.plimsoll.query.node;

import dev.plimsoll.query.value.Value;

/** Node for a literal value in the expression. */
public final class LiteralNode extends SingleValueNode {

    private final Value value;

    public LiteralNode(Value value) {
        this.value = value;
    }

    public Value value() {
        return value;
    }

    @Override
    public Value evalSingle(Evaluation evaluation, Environment environment, Value in) {
        return value;
    }
}
