package dev.plimsoll.search.rank;

import java.util.List;

/** Passages that were found for a question, the best first. */
public final class RankedPassages {

    private final int[] order;
    private final QuestionWords words;
    private final List<String> absentWords;

    RankedPassages(int[] order, QuestionWords words, List<String> absentWords) {
        this.order = order;
        this.words = words;
        this.absentWords = List.copyOf(absentWords);
    }

    public int count() {
        return order.length;
    }

    /** Returns the number of the passage at a rank; ranks count from 0. */
    public int passage(int rank) {
        return order[rank];
    }

    /**
     * Returns the words that determined the ranks: the words of the question that are in at most half of the passages;
     * if no passage contains such a word, all words of the question that passages contain.
     */
    public QuestionWords words() {
        return words;
    }

    /** Returns the words of the question that no passage contains. */
    public List<String> absentWords() {
        return absentWords;
    }
}
