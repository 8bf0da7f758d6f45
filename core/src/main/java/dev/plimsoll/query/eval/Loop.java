package dev.plimsoll.query.eval;

import dev.plimsoll.query.value.Path;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.Value;
import org.jspecify.annotations.Nullable;

/**
 * Functions that go on from their own outputs ({@code recurse}, {@code while}, {@code until}, {@code repeat}). The last
 * output of a step is gone on from after the step has ended, so that a chain of any length needs no stack; only where a
 * step has several outputs the earlier ones are gone through inside it.
 */
public final class Loop extends Node {

    private final Kind kind;
    private final Node condition;
    private final Node step;

    /** What is given out, and when it ends. */
    public enum Kind {
        /** Everything; the condition does not count. */
        ALL,
        /** Everything as long as the condition holds. */
        WHILE,
        /** The first for which the condition holds. */
        UNTIL
    }

    public Loop(Kind kind, Node condition, Node step) {
        super(condition, step);
        this.kind = kind;
        this.condition = condition;
        this.step = step;
    }

    @Override
    public boolean eval(Run run, Env env, Value in, @Nullable Path at, Sink out) {
        return new Walk(run, env, out).from(in, at);
    }

    private final class Walk {

        private final Run run;
        private final Env env;
        private final Sink out;

        Walk(Run run, Env env, Sink out) {
            this.run = run;
            this.env = env;
            this.out = out;
        }

        boolean from(Value start, @Nullable Path at) {
            Value value = start;
            Path path = at;
            while (value != null) {
                run.meter().step();
                Pending pending = new Pending();
                int depth = run.meter().depth();
                try {
                    if (!visit(value, path, pending)) {
                        return false;
                    }
                } catch (QueryError e) {
                    run.meter().depth(depth);
                    Value last = pending.value;
                    if (last != null && !deeper(last, pending.path)) {
                        return false;
                    }
                    throw e;
                }
                value = pending.value;
                path = pending.path;
            }
            return true;
        }

        private boolean visit(Value value, @Nullable Path path, Sink next) {
            if (kind == Kind.ALL) {
                return out.take(value, path) && step.eval(run, env, value, path, next);
            }
            return condition.eval(run, env, value, null, (truth, none) -> {
                if (kind == Kind.UNTIL) {
                    return truth.isTrue() ? out.take(value, path) : step.eval(run, env, value, path, next);
                }
                return !truth.isTrue() || (out.take(value, path) && step.eval(run, env, value, path, next));
            });
        }

        private boolean deeper(Value value, @Nullable Path path) {
            int levels = 1 + height();
            run.meter().enter(levels);
            boolean more = from(value, path);
            run.meter().leave(levels);
            return more;
        }

        private final class Pending implements Sink {

            private @Nullable Value value;
            private @Nullable Path path;

            @Override
            public boolean take(Value next, @Nullable Path way) {
                Value before = value;
                value = null;
                if (before != null && !deeper(before, path)) {
                    return false;
                }
                value = next;
                path = way;
                return true;
            }
        }
    }
}
