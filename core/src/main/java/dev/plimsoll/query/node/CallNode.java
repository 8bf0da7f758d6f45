package dev.plimsoll.query.node;

import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Node for a call of a function that the expression defines. Arguments are evaluated when the function uses them. */
public final class CallNode extends QueryNode {

    private final QueryFunction queryFunction;
    private final int hops;
    private final List<QueryNode> arguments;

    /** Creates a call of a function that is defined {@code hops} names further out. */
    public CallNode(QueryFunction queryFunction, int hops, List<QueryNode> arguments) {
        super(arguments.toArray(QueryNode[]::new));
        this.queryFunction = queryFunction;
        this.hops = hops;
        this.arguments = List.copyOf(arguments);
    }

    @Override
    public boolean eval(
            Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
        evaluation.meter().step();
        Environment inner = environment.enclosing(hops);
        for (QueryNode argument : arguments) {
            inner = inner.with(argument, environment);
        }
        int levels = 1 + queryFunction.body().height();
        evaluation.meter().enter(levels);
        boolean more = withValues(0, new Frame(evaluation, environment, in, at), inner, out);
        evaluation.meter().leave(levels);
        return more;
    }

    private record Frame(
            Evaluation run,
            Environment env,
            Value in,
            @Nullable ValuePath at) {}

    private boolean withValues(int from, Frame frame, Environment inner, OutputSink out) {
        int i = from;
        while (i < arguments.size() && !queryFunction.isValue(i)) {
            i++;
        }
        if (i == arguments.size()) {
            return queryFunction.body().eval(frame.run, inner, frame.in, frame.at, out);
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

    /** Node for an argument of the enclosing function. It is evaluated in the environment of the caller. */
    public static final class Argument extends QueryNode {

        private final int hops;

        public Argument(int hops) {
            this.hops = hops;
        }

        @Override
        public boolean eval(
                Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
            evaluation.meter().step();
            Environment entry = environment.enclosing(hops);
            int levels = 1 + entry.body().height();
            evaluation.meter().enter(levels);
            boolean more = entry.body().eval(evaluation, entry.scope(), in, at, out);
            evaluation.meter().leave(levels);
            return more;
        }
    }
}
