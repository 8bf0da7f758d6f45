package dev.plimsoll.query.node;

import dev.plimsoll.query.value.Value;
import dev.plimsoll.query.value.ValuePath;
import org.jspecify.annotations.Nullable;

/** Part of a parsed expression that can be evaluated. It holds no state of a run, so that one query can run many times. */
public abstract class QueryNode {

    private final int height;

    /** Creates a node with these children. */
    protected QueryNode(QueryNode... parts) {
        this(1, parts);
    }

    /** Creates a node with these children, with the weight of its own stack use. */
    protected QueryNode(int weight, QueryNode... parts) {
        int maxHeight = 0;
        for (QueryNode part : parts) {
            maxHeight = Math.max(maxHeight, part.height);
        }
        this.height = maxHeight + weight;
    }

    /** Returns the number of nested nodes including this one. Nodes that need a deep stack count more than once. */
    public final int height() {
        return height;
    }

    /** Returns whether this node always produces exactly one output, which {@link #evalSingle} computes. */
    public boolean isSingle() {
        return false;
    }

    /** Computes the only output. Valid only if {@link #isSingle} is true. */
    public Value evalSingle(Evaluation evaluation, Environment environment, Value in) {
        throw new IllegalStateException("node: may not have exactly one output");
    }

    /**
     * Passes every output to {@code out}.
     *
     * @param in value of {@code .}
     * @param at path of {@code in}, or null if paths are not tracked
     * @return false if {@code out} stops
     */
    public abstract boolean eval(
            Evaluation evaluation, Environment environment, Value in, @Nullable ValuePath at, OutputSink out);
}
