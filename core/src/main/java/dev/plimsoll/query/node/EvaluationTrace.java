package dev.plimsoll.query.node;

import org.jspecify.annotations.Nullable;

/**
 * Trace of a run: the node that is evaluated, for error messages, and the ties, which are items that the
 * run left out although they have the same key as an item that it took.
 */
public final class EvaluationTrace {

    private final NodePositions nodePositions;
    private final Ties ties = new Ties();
    private @Nullable QueryNode node;

    public EvaluationTrace(NodePositions nodePositions) {
        this.nodePositions = nodePositions;
    }

    /** Sets the node that is evaluated from now on. */
    void setNode(QueryNode evaluatedNode) {
        node = evaluatedNode;
    }

    /** Sets the call of a function in which an error occurred, unless the failed node has a position. */
    void setFailedCall(QueryNode call) {
        if (node == null || !nodePositions.contains(node)) {
            node = call;
        }
    }

    /** Returns the node that was evaluated last; null if there is none. */
    public @Nullable QueryNode node() {
        return node;
    }

    public Ties ties() {
        return ties;
    }
}
