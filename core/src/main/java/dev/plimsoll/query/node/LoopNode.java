package dev.plimsoll.query.node;

import dev.plimsoll.query.value.ArrayValue;
import dev.plimsoll.query.value.ListArrayValue;
import dev.plimsoll.query.value.MapObjectValue;
import dev.plimsoll.query.value.NumberValue;
import dev.plimsoll.query.value.Numbers;
import dev.plimsoll.query.value.ObjectValue;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValueIterator;
import dev.plimsoll.query.value.ValuePath;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Node that produces outputs in a loop of its own. */
public sealed interface LoopNode extends QueryNode {

    /**
     * Node for functions that apply a step to their own outputs ({@code recurse}, {@code while}, {@code until}, {@code repeat}).
     * The loop continues with the last output of a step after the step has returned, so a chain of any length needs no stack.
     * If a step has several outputs, the loop processes the earlier ones before the step returns.
     */
    record Repeat(Kind kind, QueryNode condition, QueryNode step, NodeTraits traits) implements LoopNode {

        /** Outputs of the loop, and its end. */
        public enum Kind {
            /** All values. The condition is not used. */
            ALL,
            /** All values until the condition is false. */
            WHILE,
            /** First value for which the condition is true. */
            UNTIL
        }

        public Repeat(Kind kind, QueryNode condition, QueryNode step) {
            this(
                    kind,
                    condition,
                    step,
                    NodeTraits.of(stack -> stackUseAtStep(stack.addFrames(2).addValuePart(condition), step)));
        }

        private static NodeTraits.StackUse stackUseAtStep(NodeTraits.StackUse stack, QueryNode step) {
            return stack.addPhase(stack.addSelection(step).addFrames(1));
        }

        /** Creates a loop that produces all values. */
        public Repeat(QueryNode step) {
            this(Kind.ALL, new PathNode.Identity(), step);
        }

        @Override
        public List<QueryNode> parts() {
            return List.of(condition, step);
        }

        @Override
        public boolean eval(
                Evaluation evaluation,
                Environment environment,
                Value input,
                @Nullable ValuePath inputPath,
                OutputSink out) {
            return new Run(evaluation.withUncertainCalls(), environment, out).runFrom(input, inputPath);
        }

        private final class Run {

            private final Evaluation evaluation;
            private final Environment environment;
            private final OutputSink out;

            Run(Evaluation evaluation, Environment environment, OutputSink out) {
                this.evaluation = evaluation;
                this.environment = environment;
                this.out = out;
            }

            boolean runFrom(Value start, @Nullable ValuePath inputPath) {
                Value value = start;
                ValuePath path = inputPath;
                while (value != null) {
                    evaluation.meter().step();
                    PendingOutput pending = new PendingOutput();
                    int depth = evaluation.meter().depth();
                    try {
                        if (!visit(value, path, pending)) {
                            return false;
                        }
                    } catch (QueryError e) {
                        evaluation.meter().restoreDepth(depth);
                        Value pendingValue = pending.value;
                        if (pendingValue != null && !runNested(pendingValue, pending.path)) {
                            return false;
                        }
                        throw e;
                    }
                    value = pending.value;
                    path = pending.path;
                }
                return true;
            }

            private boolean visit(Value value, @Nullable ValuePath path, OutputSink next) {
                if (kind == Kind.ALL) {
                    return out.accept(value, path) && step.eval(evaluation, environment, value, path, next);
                }
                return condition.eval(evaluation, environment, value, null, (truth, none) -> {
                    if (kind == Kind.UNTIL) {
                        return truth.isTrue()
                                ? out.accept(value, path)
                                : step.eval(evaluation, environment, value, path, next);
                    }
                    return !truth.isTrue()
                            || (out.accept(value, path) && step.eval(evaluation, environment, value, path, next));
                });
            }

            private boolean runNested(Value value, @Nullable ValuePath path) {
                int stackUnits = traits.height(path != null);
                evaluation.meter().enter(stackUnits);
                boolean canContinue = runFrom(value, path);
                evaluation.meter().leave(stackUnits);
                return canContinue;
            }

            private final class PendingOutput implements OutputSink {

                private @Nullable Value value;
                private @Nullable ValuePath path;

                @Override
                public boolean accept(Value next, @Nullable ValuePath nextPath) {
                    Value previous = value;
                    value = null;
                    if (previous != null && !runNested(previous, path)) {
                        return false;
                    }
                    value = next;
                    path = nextPath;
                    return true;
                }
            }
        }
    }

    /** Node for {@code range(FROM; UPTO; BY)}. */
    record Range(QueryNode from, QueryNode upTo, QueryNode by, NodeTraits traits) implements LoopNode {

        public Range(QueryNode from, QueryNode upTo, QueryNode by) {
            this(
                    from,
                    upTo,
                    by,
                    NodeTraits.of(stack -> stack.addValuePart(from)
                            .addValuePart(upTo)
                            .addValuePart(by)
                            .addFrames(2)));
        }

        @Override
        public List<QueryNode> parts() {
            return List.of(from, upTo, by);
        }

        @Override
        public boolean eval(
                Evaluation evaluation,
                Environment environment,
                Value input,
                @Nullable ValuePath inputPath,
                OutputSink out) {
            ValuePath noPath = inputPath == null ? null : ValuePath.NONE;
            return from.eval(
                    evaluation,
                    environment,
                    input,
                    null,
                    (fromValue, none) -> upTo.eval(
                            evaluation,
                            environment,
                            input,
                            null,
                            (upToValue, ignored) -> by.eval(evaluation, environment, input, null, (byValue, unused) -> {
                                evaluation.trace().setNode(this);
                                return passNumbers(fromValue, upToValue, byValue, noPath, evaluation, out);
                            })));
        }

        private static boolean passNumbers(
                Value fromValue,
                Value upToValue,
                Value byValue,
                @Nullable ValuePath noPath,
                Evaluation evaluation,
                OutputSink out) {
            if (!(fromValue instanceof NumberValue start)
                    || !(upToValue instanceof NumberValue end)
                    || !(byValue instanceof NumberValue step)) {
                throw new QueryError("Range bounds must be numeric");
            }
            int direction = step.signum();
            NumberValue number = start;
            while (direction == 0 ? number.compare(end) < 0 : direction * number.compare(end) < 0) {
                evaluation.meter().step();
                if (!out.accept(number, noPath)) {
                    return false;
                }
                number = Numbers.add(number, step);
            }
            return true;
        }
    }

    /** Node for {@code walk(BODY)}, which visits inner values first. */
    record Walk(QueryNode body, NodeTraits traits) implements LoopNode {

        /** Units of stack for a level of nesting, without the body: a frame, and the sink. */
        private static final int LEVEL_UNITS = 4;

        public Walk(QueryNode body) {
            this(body, NodeTraits.of(stack -> stack.addLambda()));
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
            return visitBottomUp(evaluation, environment, input, (value, none) -> out.accept(value, noPath));
        }

        private boolean visitBottomUp(Evaluation evaluation, Environment environment, Value input, OutputSink out) {
            Value rebuilt = input;
            int stackUnits = LEVEL_UNITS + body.traits().height(false);
            evaluation.meter().enter(stackUnits);
            if (input instanceof ArrayValue array) {
                ListArrayValue items = new ListArrayValue(0);
                ValueIterator elements = array.items(evaluation.meter());
                while (elements.next()) {
                    visitBottomUp(evaluation, environment, elements.value(), (value, none) -> {
                        items.add(value, evaluation.meter());
                        return true;
                    });
                }
                rebuilt = items;
            } else if (input instanceof ObjectValue object) {
                MapObjectValue members = new MapObjectValue();
                ObjectValue.Entries entries = object.entries(evaluation.meter());
                while (entries.next()) {
                    // the first output counts; without one, the member is removed
                    visitBottomUp(evaluation, environment, entries.value(), (value, none) -> {
                        members.add(entries.key(), value, evaluation.meter());
                        return false;
                    });
                }
                rebuilt = members;
            }
            boolean canContinue = body.eval(evaluation, environment, rebuilt, null, out);
            evaluation.meter().leave(stackUnits);
            return canContinue;
        }
    }
}
