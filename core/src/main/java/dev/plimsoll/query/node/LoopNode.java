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
     * Node for functions that continue from their own outputs ({@code recurse}, {@code while}, {@code until}, {@code repeat}).
     * The last output of a step is continued after the step has returned, so a chain of any length needs no stack. If a
     * step has several outputs, the earlier ones are continued inside it.
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
                    NodeTraits.of(stack -> atValue(stack.frames(2).value(condition), step)));
        }

        private static NodeTraits.StackUse atValue(NodeTraits.StackUse stack, QueryNode step) {
            return stack.covering(stack.selection(step).frames(1));
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
                Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
            return new Run(evaluation.inTurn(), environment, out).runFrom(in, at);
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

            boolean runFrom(Value start, @Nullable ValuePath at) {
                Value value = start;
                ValuePath path = at;
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
                        Value last = pending.value;
                        if (last != null && !runNested(last, pending.path)) {
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
                int levels = traits.height(path != null);
                evaluation.meter().enter(levels);
                boolean more = runFrom(value, path);
                evaluation.meter().leave(levels);
                return more;
            }

            private final class PendingOutput implements OutputSink {

                private @Nullable Value value;
                private @Nullable ValuePath path;

                @Override
                public boolean accept(Value next, @Nullable ValuePath nextPath) {
                    Value before = value;
                    value = null;
                    if (before != null && !runNested(before, path)) {
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
    record Range(QueryNode from, QueryNode upto, QueryNode by, NodeTraits traits) implements LoopNode {

        public Range(QueryNode from, QueryNode upto, QueryNode by) {
            this(
                    from,
                    upto,
                    by,
                    NodeTraits.of(
                            stack -> stack.value(from).value(upto).value(by).frames(2)));
        }

        @Override
        public List<QueryNode> parts() {
            return List.of(from, upto, by);
        }

        @Override
        public boolean eval(
                Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
            ValuePath noPath = at == null ? null : ValuePath.NONE;
            return from.eval(
                    evaluation,
                    environment,
                    in,
                    null,
                    (a, x) -> upto.eval(
                            evaluation,
                            environment,
                            in,
                            null,
                            (b, y) -> by.eval(evaluation, environment, in, null, (c, z) -> {
                                evaluation.trace().at(this);
                                return count(a, b, c, noPath, evaluation, out);
                            })));
        }

        private static boolean count(
                Value a, Value b, Value c, @Nullable ValuePath noPath, Evaluation evaluation, OutputSink out) {
            if (!(a instanceof NumberValue start)
                    || !(b instanceof NumberValue end)
                    || !(c instanceof NumberValue step)) {
                throw new QueryError("Range bounds must be numeric");
            }
            int direction = step.signum();
            NumberValue n = start;
            while (direction == 0 ? n.compare(end) < 0 : direction * n.compare(end) < 0) {
                evaluation.meter().step();
                if (!out.accept(n, noPath)) {
                    return false;
                }
                n = Numbers.add(n, step);
            }
            return true;
        }
    }

    /** Node for {@code walk(BODY)}, which visits inner values first. */
    record Walk(QueryNode body, NodeTraits traits) implements LoopNode {

        /** Units of stack for a level of nesting, without the body: a frame, and the sink. */
        private static final int LEVEL_UNITS = 4;

        public Walk(QueryNode body) {
            this(body, NodeTraits.of(stack -> stack.lambda()));
        }

        @Override
        public List<QueryNode> parts() {
            return List.of(body);
        }

        @Override
        public boolean eval(
                Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
            ValuePath noPath = at == null ? null : ValuePath.NONE;
            return walk(evaluation, environment, in, (value, none) -> out.accept(value, noPath));
        }

        private boolean walk(Evaluation evaluation, Environment environment, Value in, OutputSink out) {
            Value inside = in;
            int levels = LEVEL_UNITS + body.traits().height(false);
            evaluation.meter().enter(levels);
            if (in instanceof ArrayValue array) {
                ListArrayValue items = new ListArrayValue(0);
                ValueIterator each = array.items(evaluation.meter());
                while (each.next()) {
                    walk(evaluation, environment, each.value(), (value, none) -> {
                        items.add(value, evaluation.meter());
                        return true;
                    });
                }
                inside = items;
            } else if (in instanceof ObjectValue object) {
                MapObjectValue members = new MapObjectValue();
                ObjectValue.Entries each = object.entries(evaluation.meter());
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
}
