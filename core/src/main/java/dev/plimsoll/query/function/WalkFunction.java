package dev.plimsoll.query.function;

import dev.plimsoll.query.node.Environment;
import dev.plimsoll.query.node.Evaluation;
import dev.plimsoll.query.node.OutputSink;
import dev.plimsoll.query.node.QueryNode;
import dev.plimsoll.query.value.ArrayElements;
import dev.plimsoll.query.value.ArrayValue;
import dev.plimsoll.query.value.ListArrayValue;
import dev.plimsoll.query.value.MapObjectValue;
import dev.plimsoll.query.value.ObjectEntries;
import dev.plimsoll.query.value.ObjectValue;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import org.jspecify.annotations.Nullable;

/** Function {@code walk(BODY)}, which visits inner values first. */
final class WalkFunction extends QueryNode {

    private final QueryNode body;

    WalkFunction(QueryNode body) {
        super(body);
        this.body = body;
    }

    @Override
    public boolean eval(
            Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
        ValuePath noPath = at == null ? null : ValuePath.NONE;
        return walk(evaluation, environment, in, (value, none) -> out.accept(value, noPath));
    }

    private boolean walk(Evaluation evaluation, Environment environment, Value in, OutputSink out) {
        Value inside = in;
        int levels = 1 + body.height();
        evaluation.meter().enter(levels);
        if (in instanceof ArrayValue array) {
            ListArrayValue items = new ListArrayValue(0);
            ArrayElements each = array.items(evaluation.meter());
            while (each.next()) {
                walk(evaluation, environment, each.value(), (value, none) -> {
                    items.add(value, evaluation.meter());
                    return true;
                });
            }
            inside = items;
        } else if (in instanceof ObjectValue object) {
            MapObjectValue members = new MapObjectValue();
            ObjectEntries each = object.entries(evaluation.meter());
            while (each.next()) {
                // the first output counts; without one, the member is removed
                walk(evaluation, environment, each.value(), (value, none) -> {
                    members.add(each.key(), value, evaluation.meter());
                    return false;
                });
            }
            inside = members;
        }
        boolean more = body.eval(evaluation, environment, inside, null, out);
        evaluation.meter().leave(levels);
        return more;
    }
}
