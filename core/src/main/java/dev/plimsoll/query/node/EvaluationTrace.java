package dev.plimsoll.query.node;

import org.jspecify.annotations.Nullable;

/**
 * Remembers which node of a run works on values, for the message of an error, and the ties: items that the
 * run left out although their keys equal that of an item it took.
 */
public final class EvaluationTrace {

    private final NodePositions nodePositions;
    private final Ties ties = new Ties();
    private @Nullable QueryNode node;

    public EvaluationTrace(NodePositions nodePositions) {
        this.nodePositions = nodePositions;
    }

    /** Records the node that works on values from now on. */
    void at(QueryNode working) {
        node = working;
    }

    /** Records the call of a function in which an error occurred, if the failed node has no position. */
    void atCall(QueryNode call) {
        if (node == null || !nodePositions.contains(node)) {
            node = call;
        }
    }

    /** Returns the node that worked on values last; null if none did. */
    public @Nullable QueryNode node() {
        return node;
    }

    public Ties ties() {
        return ties;
    }
}
