package dev.plimsoll.query.eval;

import dev.plimsoll.query.value.ValuePath;
import dev.plimsoll.query.value.Value;
import org.jspecify.annotations.Nullable;

/** A part of an expression, made ready to run. Holds no state of a run: one query can be run many times. */
public abstract class QueryNode {

    private final int height;

    /** Above these parts. */
    protected QueryNode(QueryNode... parts) {
        this(1, parts);
    }

    /** Above these parts, for nodes that take more of the stack than others. */
    protected QueryNode(int weight, QueryNode... parts) {
        int most = 0;
        for (QueryNode part : parts) {
            most = Math.max(most, part.height);
        }
        this.height = most + weight;
    }

    /** How many nodes are nested, this one counted; those that need a deep stack count more than once. */
    public final int height() {
        return height;
    }

    /** Whether it always gives exactly one output, which {@link #one} computes. */
    public boolean single() {
        return false;
    }

    /** The only output; only where {@link #single} says so. */
    public Value one(Evaluation evaluation, EnvironmentNode environmentNode, Value in) {
        throw new IllegalStateException("node: has not exactly one output");
    }

    /**
     * Gives every output to {@code out}.
     *
     * @param in what {@code .} is
     * @param at how {@code in} was reached, or null if nobody asks for paths
     * @return false if {@code out} wants no more
     */
    public abstract boolean eval(Evaluation evaluation, EnvironmentNode environmentNode, Value in, @Nullable ValuePath at, OutputSink out);
}
