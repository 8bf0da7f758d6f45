package dev.plimsoll.query.node;

import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import org.jspecify.annotations.Nullable;

/**
 * Node for functions that continue from their own outputs ({@code recurse}, {@code while}, {@code until}, {@code repeat}). The
 * last output of a step is continued after the step has returned, so a chain of any length needs no stack. If a step has
 * several outputs, the earlier ones are continued inside it.
 */
public final class LoopNode extends QueryNode {

    private final Kind kind;
    private final QueryNode condition;
    private final QueryNode step;

    /** Outputs of the loop, and its end. */
    public enum Kind {
        /** All values. The condition is not used. */
        ALL,
        /** All values until the condition is false. */
        WHILE,
        /** First value for which the condition is true. */
        UNTIL
    }

    public LoopNode(Kind kind, QueryNode condition, QueryNode step) {
        super(condition, step);
        this.kind = kind;
        this.condition = condition;
        this.step = step;
    }

    @Override
    public boolean eval(
            Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
        return new Run(evaluation, environment, out).runFrom(in, at);
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
            ValuePath valuePath = at;
            while (value != null) {
                evaluation.meter().step();
                Pending pending = new Pending();
                int depth = evaluation.meter().depth();
                try {
                    if (!visit(value, valuePath, pending)) {
                        return false;
                    }
                } catch (QueryError e) {
                    evaluation.meter().restoreDepth(depth);
                    Value last = pending.value;
                    if (last != null && !runNested(last, pending.valuePath)) {
                        return false;
                    }
                    throw e;
                }
                value = pending.value;
                valuePath = pending.valuePath;
            }
            return true;
        }

        private boolean visit(Value value, @Nullable ValuePath valuePath, OutputSink next) {
            if (kind == Kind.ALL) {
                return out.accept(value, valuePath) && step.eval(evaluation, environment, value, valuePath, next);
            }
            return condition.eval(evaluation, environment, value, null, (truth, none) -> {
                if (kind == Kind.UNTIL) {
                    return truth.isTrue()
                            ? out.accept(value, valuePath)
                            : step.eval(evaluation, environment, value, valuePath, next);
                }
                return !truth.isTrue()
                        || (out.accept(value, valuePath) && step.eval(evaluation, environment, value, valuePath, next));
            });
        }

        private boolean runNested(Value value, @Nullable ValuePath valuePath) {
            int levels = 1 + height();
            evaluation.meter().enter(levels);
            boolean more = runFrom(value, valuePath);
            evaluation.meter().leave(levels);
            return more;
        }

        private final class Pending implements OutputSink {

            private @Nullable Value value;
            private @Nullable ValuePath valuePath;

            @Override
            public boolean accept(Value next, @Nullable ValuePath nextPath) {
                Value before = value;
                value = null;
                if (before != null && !runNested(before, valuePath)) {
                    return false;
                }
                value = next;
                valuePath = nextPath;
                return true;
            }
        }
    }
}
