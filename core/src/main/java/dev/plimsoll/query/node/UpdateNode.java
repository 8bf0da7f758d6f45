package dev.plimsoll.query.node;

import dev.plimsoll.query.value.ListArrayValue;
import dev.plimsoll.query.value.QueryMeter;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import dev.plimsoll.query.value.ValuePaths;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Node that uses the paths of an expression: it returns them, or a copy of its input that is changed at these paths. */
public sealed interface UpdateNode extends QueryNode {

    /** Node for {@code path(BODY)}. */
    record Path(QueryNode body, NodeTraits traits) implements UpdateNode {

        public Path(QueryNode body) {
            this(body, NodeTraits.of(stack -> stack.addTrackedPart(body)));
        }

        @Override
        public List<QueryNode> parts() {
            return List.of(body);
        }

        @Override
        public boolean eval(
                Evaluation evaluation,
                Environment environment,
                Value input,
                @Nullable ValuePath inputPath,
                OutputSink out) {
            ValuePath noPath = inputPath == null ? null : ValuePath.NONE;
            return body.eval(evaluation, environment, input, ValuePath.ROOT, (value, path) -> {
                evaluation.trace().setNode(this);
                return out.accept(requireSteps(value, path, evaluation), noPath);
            });
        }
    }

    /**
     * Node for {@code PATHS = VALUE}, {@code PATHS op= VALUE}, and {@code PATHS //= VALUE}. It produces a copy for each
     * output of {@code value}.
     */
    record Assign(QueryNode paths, QueryNode value, Combiner combiner, NodeTraits traits) implements UpdateNode {

        public Assign(QueryNode paths, QueryNode value, Combiner combiner) {
            this(
                    paths,
                    value,
                    combiner,
                    NodeTraits.of(stack -> stackUseAtValue(stack.addFrames(1).addValuePart(value), paths)));
        }

        private static NodeTraits.StackUse stackUseAtValue(NodeTraits.StackUse stack, QueryNode paths) {
            return stack.addPhase(stack.addTrackedPart(paths).addFrames(2));
        }

        @Override
        public List<QueryNode> parts() {
            return List.of(paths, value);
        }

        @Override
        public boolean eval(
                Evaluation evaluation,
                Environment environment,
                Value input,
                @Nullable ValuePath inputPath,
                OutputSink out) {
            ValuePath noPath = inputPath == null ? null : ValuePath.NONE;
            return value.eval(evaluation, environment, input, null, (operand, none) -> {
                Value[] state = {input};
                paths.eval(evaluation, environment, input, ValuePath.ROOT, (oldValue, path) -> {
                    evaluation.trace().setNode(this);
                    ListArrayValue steps = requireSteps(oldValue, path, evaluation);
                    Value before = ValuePaths.get(state[0], steps, evaluation.meter());
                    Value after = combiner.apply(before, operand, evaluation.meter());
                    state[0] = ValuePaths.set(state[0], steps, after, evaluation.meter());
                    return true;
                });
                return out.accept(state[0], noPath);
            });
        }
    }

    /** Computation of the value that replaces an old one, from the old one and the operand of an assignment. */
    @FunctionalInterface
    interface Combiner {

        /** Computation of {@code =}. */
        Combiner REPLACE = (oldValue, operand, queryMeter) -> operand;

        /** Computation of {@code //=}. */
        Combiner KEEP_IF_TRUE = (oldValue, operand, queryMeter) -> oldValue.isTrue() ? oldValue : operand;

        Value apply(Value oldValue, Value operand, QueryMeter queryMeter);
    }

    /**
     * Node for {@code PATHS |= UPDATE}. The value at each path is replaced with the first output of the update. If
     * there is none, the path is deleted.
     */
    record Modify(QueryNode paths, QueryNode update, NodeTraits traits) implements UpdateNode {

        public Modify(QueryNode paths, QueryNode update) {
            this(
                    paths,
                    update,
                    NodeTraits.of(stack -> stack.addFrames(1)
                            .addPhase(stack.addTrackedPart(paths).addFrames(2).addInnerParts(update))));
        }

        @Override
        public List<QueryNode> parts() {
            return List.of(paths, update);
        }

        @Override
        public boolean eval(
                Evaluation evaluation,
                Environment environment,
                Value input,
                @Nullable ValuePath inputPath,
                OutputSink out) {
            Value[] state = {input};
            List<ListArrayValue> deleted = new ArrayList<>();
            paths.eval(evaluation, environment, input, ValuePath.ROOT, (oldValue, path) -> {
                evaluation.trace().setNode(this);
                ListArrayValue steps = requireSteps(oldValue, path, evaluation);
                Value before = ValuePaths.get(state[0], steps, evaluation.meter());
                Value after = firstOutput(evaluation, environment, before);
                evaluation.trace().setNode(this);
                if (after == null) {
                    deleted.add(steps);
                } else {
                    state[0] = ValuePaths.set(state[0], steps, after, evaluation.meter());
                }
                return true;
            });
            return out.accept(
                    ValuePaths.delete(state[0], deleted, evaluation.meter()),
                    inputPath == null ? null : ValuePath.NONE);
        }

        private @Nullable Value firstOutput(Evaluation evaluation, Environment environment, Value input) {
            if (update.traits().isSingle()) {
                return update.evalSingle(evaluation, environment, input);
            }
            Value[] first = new Value[1];
            update.eval(evaluation, environment, input, null, (value, none) -> {
                first[0] = value;
                return false;
            });
            return first[0];
        }
    }

    /** Node for {@code del(PATHS)}. */
    record Delete(QueryNode paths, NodeTraits traits) implements UpdateNode {

        public Delete(QueryNode paths) {
            this(
                    paths,
                    NodeTraits.ofEndedParts(
                            true, stack -> stack.addPhase(stack.addFrames(1).addTrackedPart(paths))));
        }

        @Override
        public List<QueryNode> parts() {
            return List.of(paths);
        }

        @Override
        public Value evalSingle(Evaluation evaluation, Environment environment, Value input) {
            List<ListArrayValue> deleted = new ArrayList<>();
            paths.eval(evaluation, environment, input, ValuePath.ROOT, (value, path) -> {
                evaluation.trace().setNode(this);
                return deleted.add(requireSteps(value, path, evaluation));
            });
            evaluation.trace().setNode(this);
            return ValuePaths.delete(input, deleted, evaluation.meter());
        }
    }

    private static ListArrayValue requireSteps(Value value, @Nullable ValuePath path, Evaluation evaluation) {
        return ValuePath.require(path, value, evaluation.meter()).toArray(evaluation.meter());
    }
}
