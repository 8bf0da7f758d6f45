package dev.plimsoll.query.function;

import dev.plimsoll.query.node.Environment;
import dev.plimsoll.query.node.Evaluation;
import dev.plimsoll.query.node.PathTracker;
import dev.plimsoll.query.node.QueryNode;
import dev.plimsoll.query.node.SingleValueNode;
import dev.plimsoll.query.value.ListArrayValue;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import dev.plimsoll.query.value.ValuePaths;
import java.util.ArrayList;
import java.util.List;

/** Function {@code del(PATHS)}. */
final class DeleteFunction extends SingleValueNode {

    private final QueryNode paths;

    DeleteFunction(QueryNode paths) {
        super(paths);
        this.paths = paths;
    }

    @Override
    public Value evalSingle(Evaluation evaluation, Environment environment, Value in) {
        List<ListArrayValue> deleted = new ArrayList<>();
        paths.eval(
                evaluation,
                environment,
                in,
                ValuePath.ROOT,
                (value, valuePath) -> deleted.add(
                        PathTracker.require(valuePath, value, evaluation).toArray(evaluation.meter())));
        return ValuePaths.delete(in, deleted, evaluation.meter());
    }
}
