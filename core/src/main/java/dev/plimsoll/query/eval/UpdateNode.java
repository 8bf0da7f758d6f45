package dev.plimsoll.query.eval;

import dev.plimsoll.query.ops.ValuePaths;
import dev.plimsoll.query.value.ListArrayValue;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Node for {@code PATHS = VALUE}, {@code PATHS |= UPDATE}, and {@code PATHS op= VALUE}. It produces changed copies. */
public final class UpdateNode extends QueryNode {

    private final QueryNode paths;
    private final QueryNode value;
    private final Change change;

    private interface Change {
        boolean eval(Evaluation evaluation, EnvironmentNode environmentNode, Value in, OutputSink out);
    }

    private interface Law {
        Value of(Value old, Value given, Evaluation evaluation);
    }

    private UpdateNode(QueryNode paths, QueryNode value, @Nullable Law law) {
        super(4, paths, value);
        this.paths = paths;
        this.value = value;
        this.change = law == null
                ? this::modify
                : (evaluation, environmentNode, in, out) -> assign(law, evaluation, environmentNode, in, out);
    }

    public static UpdateNode assign(QueryNode paths, QueryNode value) {
        return new UpdateNode(paths, value, (old, given, evaluation) -> given);
    }

    public static UpdateNode modify(QueryNode paths, QueryNode update) {
        return new UpdateNode(paths, update, null);
    }

    public static UpdateNode operate(QueryOperator queryOperator, QueryNode paths, QueryNode value) {
        return new UpdateNode(
                paths, value, (old, given, evaluation) -> queryOperator.of(old, given, evaluation.meter()));
    }

    public static UpdateNode orElse(QueryNode paths, QueryNode value) {
        return new UpdateNode(paths, value, (old, given, evaluation) -> old.isTrue() ? old : given);
    }

    @Override
    public boolean eval(
            Evaluation evaluation, EnvironmentNode environmentNode, Value in, @Nullable ValuePath at, OutputSink out) {
        return change.eval(
                evaluation,
                environmentNode,
                in,
                at == null ? out : (result, none) -> out.take(result, ValuePath.NOWHERE));
    }

    private boolean assign(Law law, Evaluation evaluation, EnvironmentNode environmentNode, Value in, OutputSink out) {
        return value.eval(evaluation, environmentNode, in, null, (given, none) -> {
            Value[] state = {in};
            paths.eval(evaluation, environmentNode, in, ValuePath.ROOT, (old, valuePath) -> {
                ListArrayValue steps =
                        PathTracker.of(valuePath, old, evaluation).toArray(evaluation.meter());
                Value before = ValuePaths.get(state[0], steps, evaluation.meter());
                state[0] = ValuePaths.set(state[0], steps, law.of(before, given, evaluation), evaluation.meter());
                return true;
            });
            return out.take(state[0], null);
        });
    }

    /** Replaces the value at each path with the first output of the update. If there is none, deletes the path. */
    private boolean modify(Evaluation evaluation, EnvironmentNode environmentNode, Value in, OutputSink out) {
        Value[] state = {in};
        List<ListArrayValue> gone = new ArrayList<>();
        paths.eval(evaluation, environmentNode, in, ValuePath.ROOT, (old, valuePath) -> {
            ListArrayValue steps = PathTracker.of(valuePath, old, evaluation).toArray(evaluation.meter());
            Value before = ValuePaths.get(state[0], steps, evaluation.meter());
            Value after = FirstNode.of(value, evaluation, environmentNode, before);
            if (after == null) {
                gone.add(steps);
            } else {
                state[0] = ValuePaths.set(state[0], steps, after, evaluation.meter());
            }
            return true;
        });
        return out.take(ValuePaths.delete(state[0], gone, evaluation.meter()), null);
    }
}
