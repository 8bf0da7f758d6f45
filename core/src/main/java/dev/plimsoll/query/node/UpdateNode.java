package dev.plimsoll.query.node;

import dev.plimsoll.query.value.ListArrayValue;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import dev.plimsoll.query.value.ValuePaths;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Node for {@code PATHS = VALUE}, {@code PATHS |= UPDATE}, and {@code PATHS op= VALUE}. It produces changed copies. */
public final class UpdateNode extends QueryNode {

    private final QueryNode paths;
    private final QueryNode value;
    private final Change change;

    private interface Change {
        boolean eval(Evaluation evaluation, Environment environment, Value in, OutputSink out);
    }

    private interface Combiner {
        Value combine(Value old, Value newValue, Evaluation evaluation);
    }

    private UpdateNode(QueryNode paths, QueryNode value, @Nullable Combiner combiner) {
        super(4, paths, value);
        this.paths = paths;
        this.value = value;
        this.change = combiner == null
                ? this::modify
                : (evaluation, environment, in, out) -> assign(combiner, evaluation, environment, in, out);
    }

    public static UpdateNode assign(QueryNode paths, QueryNode value) {
        return new UpdateNode(paths, value, (old, newValue, evaluation) -> newValue);
    }

    public static UpdateNode modify(QueryNode paths, QueryNode update) {
        return new UpdateNode(paths, update, null);
    }

    public static UpdateNode operate(QueryOperator queryOperator, QueryNode paths, QueryNode value) {
        return new UpdateNode(
                paths, value, (old, newValue, evaluation) -> queryOperator.apply(old, newValue, evaluation.meter()));
    }

    public static UpdateNode orElse(QueryNode paths, QueryNode value) {
        return new UpdateNode(paths, value, (old, newValue, evaluation) -> old.isTrue() ? old : newValue);
    }

    @Override
    public boolean eval(
            Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
        return change.eval(
                evaluation, environment, in, at == null ? out : (result, none) -> out.accept(result, ValuePath.NONE));
    }

    private boolean assign(
            Combiner combiner, Evaluation evaluation, Environment environment, Value in, OutputSink out) {
        return value.eval(evaluation, environment, in, null, (newValue, none) -> {
            Value[] state = {in};
            paths.eval(evaluation, environment, in, ValuePath.ROOT, (old, valuePath) -> {
                ListArrayValue steps =
                        PathTracker.require(valuePath, old, evaluation).toArray(evaluation.meter());
                Value before = ValuePaths.get(state[0], steps, evaluation.meter());
                state[0] = ValuePaths.set(
                        state[0], steps, combiner.combine(before, newValue, evaluation), evaluation.meter());
                return true;
            });
            return out.accept(state[0], null);
        });
    }

    /** Replaces the value at each path with the first output of the update. If there is none, deletes the path. */
    private boolean modify(Evaluation evaluation, Environment environment, Value in, OutputSink out) {
        Value[] state = {in};
        List<ListArrayValue> deleted = new ArrayList<>();
        paths.eval(evaluation, environment, in, ValuePath.ROOT, (old, valuePath) -> {
            ListArrayValue steps =
                    PathTracker.require(valuePath, old, evaluation).toArray(evaluation.meter());
            Value before = ValuePaths.get(state[0], steps, evaluation.meter());
            Value after = FirstNode.of(value, evaluation, environment, before);
            if (after == null) {
                deleted.add(steps);
            } else {
                state[0] = ValuePaths.set(state[0], steps, after, evaluation.meter());
            }
            return true;
        });
        return out.accept(ValuePaths.delete(state[0], deleted, evaluation.meter()), null);
    }
}
