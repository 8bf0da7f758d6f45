package dev.plimsoll.query.node;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/** Positions of the nodes of an expression in its text. */
public final class NodePositions {

    /** Part of the text of an expression, from one character to another. */
    public record Excerpt(String expression, int from, int to) {

        private static final int MAX_LENGTH = 60;

        /** Returns the text of the excerpt in one line, shortened if it is long. */
        public String text() {
            String excerpt = expression.substring(from, to).strip().replaceAll("\\s+", " ");
            return excerpt.length() <= MAX_LENGTH ? excerpt : excerpt.substring(0, MAX_LENGTH - 1) + "…";
        }

        /** Returns the position for a message: the character, and the line if the expression has several. */
        public String position() {
            int line = 1
                    + (int) expression
                            .substring(0, from)
                            .chars()
                            .filter(c -> c == '\n')
                            .count();
            int lineStart = expression.lastIndexOf('\n', from - 1) + 1;
            return expression.indexOf('\n') < 0
                    ? "character " + (from + 1)
                    : "line " + line + ", character " + (from - lineStart + 1);
        }
    }

    private final String expression;
    private final IdentityHashMap<QueryNode, int[]> bounds = new IdentityHashMap<>();

    public NodePositions(String expression) {
        this.expression = expression;
    }

    /** Adds a node with all of its parts that have no position yet. */
    public void add(QueryNode node, int from, int to) {
        Deque<QueryNode> remaining = new ArrayDeque<>();
        remaining.add(node);
        while (!remaining.isEmpty()) {
            QueryNode next = remaining.removeLast();
            if (bounds.putIfAbsent(next, new int[] {from, to}) == null) {
                remaining.addAll(next.parts());
            }
        }
    }

    boolean contains(QueryNode node) {
        return bounds.containsKey(node);
    }

    /** Returns the part of the expression that a node was parsed from; null if there is none. */
    public @Nullable Excerpt find(QueryNode node) {
        int[] range = bounds.get(node);
        return range == null ? null : new Excerpt(expression, range[0], range[1]);
    }
}
