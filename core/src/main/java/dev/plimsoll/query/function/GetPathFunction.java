package dev.plimsoll.query.function;

import dev.plimsoll.query.node.Environment;
import dev.plimsoll.query.node.Evaluation;
import dev.plimsoll.query.node.OutputSink;
import dev.plimsoll.query.node.PathTracker;
import dev.plimsoll.query.node.QueryNode;
import dev.plimsoll.query.value.ArrayElements;
import dev.plimsoll.query.value.ListArrayValue;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import dev.plimsoll.query.value.ValuePaths;
import org.jspecify.annotations.Nullable;

/** Function {@code getpath(PATH)}, whose output has a path, too. */
final class GetPathFunction extends QueryNode {

    private final QueryNode path;

    GetPathFunction(QueryNode path) {
        super(path);
        this.path = path;
    }

    @Override
    public boolean eval(
            Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
        return path.eval(evaluation, environment, in, null, (value, none) -> {
            ListArrayValue steps = ValuePaths.steps(value, evaluation.meter());
            ValuePath to = at == null ? null : PathTracker.require(at, in, evaluation);
            if (to != null) {
                ArrayElements arrayElements = steps.items(evaluation.meter());
                while (arrayElements.next()) {
                    to = to.child(arrayElements.value(), evaluation.meter());
                }
            }
            return out.accept(ValuePaths.get(in, steps, evaluation.meter()), to);
        });
    }
}
