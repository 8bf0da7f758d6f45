package dev.plimsoll.search.rank;

import java.util.List;

/** Passages in the order of their rank, the best first. */
public final class RankedPassages {

    private final int[] order;
    private final QuestionWords words;
    private final List<String> missing;

    RankedPassages(int[] order, QuestionWords words, List<String> missing) {
        this.order = order;
        this.words = words;
        this.missing = List.copyOf(missing);
    }

    public int count() {
        return order.length;
    }

    /** Returns the number of the passage at a rank; ranks count from 0. */
    public int passage(int rank) {
        return order[rank];
    }

    /** Returns the words by which the passages were ranked: without those that are in more than half of all passages. */
    public QuestionWords words() {
        return words;
    }

    /** Returns the words of the question that no passage contains. */
    public List<String> missing() {
        return missing;
    }
}
