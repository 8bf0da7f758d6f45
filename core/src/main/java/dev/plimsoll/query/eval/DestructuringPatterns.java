package dev.plimsoll.query.eval;

import dev.plimsoll.query.value.ConstantValue;
import dev.plimsoll.query.value.QueryError;
import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One pattern, or several alternatives ({@code ?//}). If one does not match, or the body fails, the next one is used.
 *
 * @param ways alternatives, at least one
 * @param names number of names that all alternatives bind together; only for several alternatives
 */
public record DestructuringPatterns(List<Way> ways, int names) {

    private static final int[] AS_THEY_COME = {};

    public DestructuringPatterns {
        ways = List.copyOf(ways);
    }

    /**
     * Alternative: a pattern, and for each name that any alternative binds its distance in names after this pattern; -1 if this
     * pattern does not bind it.
     */
    public record Way(DestructuringPattern pattern, int[] hops) {}

    public static DestructuringPatterns of(DestructuringPattern only) {
        return new DestructuringPatterns(List.of(new Way(only, AS_THEY_COME)), 0);
    }

    /** Body after the patterns. It runs with the names bound and passes its outputs to a sink. */
    interface Body {
        boolean eval(EnvironmentNode inner, OutputSink out);
    }

    /** Binds the names for a body that passes no outputs on. */
    boolean bind(Evaluation evaluation, EnvironmentNode environment, Value value, Predicate<EnvironmentNode> body) {
        if (ways.size() == 1) {
            return ways.get(0).pattern().bind(evaluation, environment, value, body);
        }
        return bindEach(evaluation, environment, value, (none, at) -> true, (inner, out) -> body.test(inner));
    }

    boolean bindEach(Evaluation evaluation, EnvironmentNode environment, Value value, OutputSink out, Body body) {
        if (ways.size() == 1) {
            return ways.get(0).pattern().bind(evaluation, environment, value, inner -> body.eval(inner, out));
        }
        int depth = evaluation.meter().depth();
        for (int i = 0; i < ways.size() - 1; i++) {
            Way alternative = ways.get(i);
            boolean[] isInSink = new boolean[1];
            OutputSink watchedSink = (output, valuePath) -> {
                isInSink[0] = true;
                boolean more = out.take(output, valuePath);
                isInSink[0] = false;
                return more;
            };
            try {
                return alternative.pattern()
                        .bind(
                                evaluation,
                                environment,
                                value,
                                inner -> body.eval(all(environment, inner, alternative), watchedSink));
            } catch (QueryError e) {
                if (isInSink[0]) {
                    throw e;
                }
                evaluation.meter().restoreDepth(depth);
            }
        }
        Way last = ways.get(ways.size() - 1);
        return last.pattern()
                .bind(evaluation, environment, value, inner -> body.eval(all(environment, inner, last), out));
    }

    /** Returns an environment with the names of all alternatives in one order. Names that this one does not bind are null. */
    private EnvironmentNode all(EnvironmentNode environment, EnvironmentNode inner, Way alternative) {
        EnvironmentNode bindings = environment;
        for (int i = 0; i < names; i++) {
            int hops = alternative.hops()[i];
            bindings = bindings.with(hops < 0 ? ConstantValue.NULL : inner.out(hops).value());
        }
        return bindings;
    }

    /** Returns a node with the height of the patterns, for the height of the enclosing node. */
    QueryNode asNode() {
        int height = 0;
        for (Way alternative : ways) {
            height = Math.max(height, alternative.pattern().height());
        }
        return new Height(height);
    }

    private static final class Height extends QueryNode {

        Height(int height) {
            super(height);
        }

        @Override
        public boolean eval(
                Evaluation evaluation,
                EnvironmentNode environment,
                Value in,
                @Nullable ValuePath at,
                OutputSink out) {
            return true;
        }
    }
}
