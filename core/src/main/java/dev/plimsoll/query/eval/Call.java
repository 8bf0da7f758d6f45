package dev.plimsoll.query.eval;

import dev.plimsoll.query.value.Path;
import dev.plimsoll.query.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A call of a function that the expression defines; arguments are run where the function asks for them. */
public final class Call extends Node {

    private final Function function;
    private final int hops;
    private final List<Node> arguments;

    /** The function was defined so many names out. */
    public Call(Function function, int hops, List<Node> arguments) {
        super(arguments.toArray(Node[]::new));
        this.function = function;
        this.hops = hops;
        this.arguments = List.copyOf(arguments);
    }

    @Override
    public boolean eval(Run run, Env env, Value in, @Nullable Path at, Sink out) {
        run.meter().step();
        Env inner = env.out(hops);
        for (Node argument : arguments) {
            inner = inner.with(argument, env);
        }
        int levels = 1 + function.body().height();
        run.meter().enter(levels);
        boolean more = withValues(0, new Frame(run, env, in, at), inner, out);
        run.meter().leave(levels);
        return more;
    }

    private record Frame(
            Run run, Env env, Value in, @Nullable Path at) {}

    private boolean withValues(int from, Frame frame, Env inner, Sink out) {
        int i = from;
        while (i < arguments.size() && !function.isValue(i)) {
            i++;
        }
        if (i == arguments.size()) {
            return function.body().eval(frame.run, inner, frame.in, frame.at, out);
        }
        int next = i + 1;
        return arguments
                .get(i)
                .eval(
                        frame.run,
                        frame.env,
                        frame.in,
                        null,
                        (value, none) -> withValues(next, frame, inner.with(value), out));
    }

    /** An argument of the function around, run with the names of whoever called it. */
    public static final class Argument extends Node {

        private final int hops;

        public Argument(int hops) {
            this.hops = hops;
        }

        @Override
        public boolean eval(Run run, Env env, Value in, @Nullable Path at, Sink out) {
            run.meter().step();
            Env entry = env.out(hops);
            int levels = 1 + entry.body().height();
            run.meter().enter(levels);
            boolean more = entry.body().eval(run, entry.scope(), in, at, out);
            run.meter().leave(levels);
            return more;
        }
    }
}
