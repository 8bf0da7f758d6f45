package dev.plimsoll.query.node;

import dev.plimsoll.query.value.ListArrayValue;
import dev.plimsoll.query.value.Value;

/** Node for {@code [BODY]}. */
public final class ArrayNode extends SingleValueNode {

    private final QueryNode body;

    public ArrayNode(QueryNode body) {
        super(body);
        this.body = body;
    }

    @Override
    public Value evalSingle(Evaluation evaluation, Environment environment, Value in) {
        ListArrayValue items = new ListArrayValue(0);
        body.eval(evaluation, environment, in, null, (value, none) -> {
            evaluation.meter().step();
            items.add(value, evaluation.meter());
            return true;
        });
        return items;
    }
}
