package dev.plimsoll.query.eval;

import dev.plimsoll.query.value.ConstantValue;
import dev.plimsoll.query.value.ValuePath;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.Value;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One pattern, or several in turn ({@code ?//}): if one does not fit, or what follows fails, the next is tried.
 *
 * @param ways at least one
 * @param names how many names all of them bind together; only for several ways
 */
public record DestructuringPatterns(List<Way> ways, int names) {

    private static final int[] AS_THEY_COME = {};

    public DestructuringPatterns {
        ways = List.copyOf(ways);
    }

    /**
     * A pattern, and for each name that any of the patterns binds how many names out it is after this one; -1 if it
     * does not bind it.
     */
    public record Way(DestructuringPattern pattern, int[] hops) {}

    public static DestructuringPatterns of(DestructuringPattern only) {
        return new DestructuringPatterns(List.of(new Way(only, AS_THEY_COME)), 0);
    }

    /** What follows: runs with the names bound and gives its outputs to a sink. */
    interface Body {
        boolean eval(EnvironmentNode inner, OutputSink out);
    }

    /** For bodies whose outputs stay inside. */
    boolean bind(Evaluation evaluation, EnvironmentNode environmentNode, Value value, Predicate<EnvironmentNode> body) {
        if (ways.size() == 1) {
            return ways.get(0).pattern().bind(evaluation, environmentNode, value, body);
        }
        return bindEach(evaluation, environmentNode, value, (none, at) -> true, (inner, out) -> body.test(inner));
    }

    boolean bindEach(Evaluation evaluation, EnvironmentNode environmentNode, Value value, OutputSink out, Body body) {
        if (ways.size() == 1) {
            return ways.get(0).pattern().bind(evaluation, environmentNode, value, inner -> body.eval(inner, out));
        }
        int depth = evaluation.meter().depth();
        for (int i = 0; i < ways.size() - 1; i++) {
            Way way = ways.get(i);
            boolean[] outside = new boolean[1];
            OutputSink watched = (output, valuePath) -> {
                outside[0] = true;
                boolean more = out.take(output, valuePath);
                outside[0] = false;
                return more;
            };
            try {
                return way.pattern().bind(evaluation, environmentNode, value, inner -> body.eval(all(environmentNode, inner, way), watched));
            } catch (QueryError e) {
                if (outside[0]) {
                    throw e;
                }
                evaluation.meter().depth(depth);
            }
        }
        Way last = ways.get(ways.size() - 1);
        return last.pattern().bind(evaluation, environmentNode, value, inner -> body.eval(all(environmentNode, inner, last), out));
    }

    /** All names in one order; those that this way does not bind are null. */
    private EnvironmentNode all(EnvironmentNode environmentNode, EnvironmentNode inner, Way way) {
        EnvironmentNode all = environmentNode;
        for (int i = 0; i < names; i++) {
            int hops = way.hops()[i];
            all = all.with(hops < 0 ? ConstantValue.NULL : inner.out(hops).value());
        }
        return all;
    }

    /** For the height of what contains it. */
    QueryNode asNode() {
        int height = 0;
        for (Way way : ways) {
            height = Math.max(height, way.pattern().height());
        }
        return new Height(height);
    }

    private static final class Height extends QueryNode {

        Height(int height) {
            super(height);
        }

        @Override
        public boolean eval(Evaluation evaluation, EnvironmentNode environmentNode, Value in, @Nullable ValuePath at, OutputSink out) {
            return true;
        }
    }
}
