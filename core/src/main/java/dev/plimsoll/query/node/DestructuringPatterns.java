package dev.plimsoll.query.node;

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
 * @param alternatives alternatives, at least one
 * @param nameCount number of names that all alternatives bind together; only for several alternatives
 */
public record DestructuringPatterns(List<Alternative> alternatives, int nameCount) {

    private static final int[] NO_HOPS = {};

    public DestructuringPatterns {
        alternatives = List.copyOf(alternatives);
    }

    /**
     * Alternative: a pattern, and for each name that any alternative binds its distance in names after this pattern; -1 if this
     * pattern does not bind it.
     */
    public record Alternative(DestructuringPattern pattern, int[] hops) {}

    public static DestructuringPatterns of(DestructuringPattern only) {
        return new DestructuringPatterns(List.of(new Alternative(only, NO_HOPS)), 0);
    }

    /** Body after the patterns. It runs with the names bound and passes its outputs to a sink. */
    interface Body {
        boolean eval(Environment inner, OutputSink out);
    }

    /** Binds the names for a body that passes no outputs on. */
    boolean bind(Evaluation evaluation, Environment environment, Value value, Predicate<Environment> body) {
        if (alternatives.size() == 1) {
            return alternatives.get(0).pattern().bind(evaluation, environment, value, body);
        }
        return bindEach(evaluation, environment, value, (none, at) -> true, (inner, out) -> body.test(inner));
    }

    boolean bindEach(Evaluation evaluation, Environment environment, Value value, OutputSink out, Body body) {
        if (alternatives.size() == 1) {
            return alternatives.get(0).pattern().bind(evaluation, environment, value, inner -> body.eval(inner, out));
        }
        int depth = evaluation.meter().depth();
        for (int i = 0; i < alternatives.size() - 1; i++) {
            Alternative alternative = alternatives.get(i);
            boolean[] isInSink = new boolean[1];
            OutputSink watchedSink = (output, valuePath) -> {
                isInSink[0] = true;
                boolean more = out.accept(output, valuePath);
                isInSink[0] = false;
                return more;
            };
            try {
                return alternative
                        .pattern()
                        .bind(
                                evaluation,
                                environment,
                                value,
                                inner -> body.eval(rebind(environment, inner, alternative), watchedSink));
            } catch (QueryError e) {
                if (isInSink[0]) {
                    throw e;
                }
                evaluation.meter().restoreDepth(depth);
            }
        }
        Alternative last = alternatives.get(alternatives.size() - 1);
        return last.pattern()
                .bind(evaluation, environment, value, inner -> body.eval(rebind(environment, inner, last), out));
    }

    /** Returns an environment with the names of all alternatives in one order. Names that this one does not bind are null. */
    private Environment rebind(Environment environment, Environment inner, Alternative alternative) {
        Environment bindings = environment;
        for (int i = 0; i < nameCount; i++) {
            int hops = alternative.hops()[i];
            bindings = bindings.with(
                    hops < 0 ? ConstantValue.NULL : inner.enclosing(hops).value());
        }
        return bindings;
    }

    /** Returns a node with the height of the patterns, for the height of the enclosing node. */
    QueryNode toHeightNode() {
        int height = 0;
        for (Alternative alternative : alternatives) {
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
                Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out) {
            return true;
        }
    }
}
