package dev.plimsoll.search;

import java.util.Arrays;
import java.util.List;

/**
 * Positions of matches in document order. Each takes eight bytes: the offset of its unit, and a number that locates the match in the
 * unit. The matched content is read only when it is shown.
 */
public final class SearchMatches {

    private long[] positions = new long[16];
    private int count;
    private List<String> termsWithoutMatch = List.of();

    SearchMatches() {}

    void add(int unitOffset, int numberInUnit) {
        if (count == positions.length) {
            positions = Arrays.copyOf(positions, 2 * count);
        }
        positions[count++] = (long) unitOffset << Integer.SIZE | numberInUnit;
    }

    /** Releases unused memory. */
    SearchMatches trim() {
        positions = Arrays.copyOf(positions, count);
        return this;
    }

    /** Sets the search terms without a match, if the search was for a list of terms. */
    public SearchMatches setTermsWithoutMatch(List<String> terms) {
        termsWithoutMatch = List.copyOf(terms);
        return this;
    }

    /** Returns the search terms without a match. */
    public List<String> termsWithoutMatch() {
        return termsWithoutMatch;
    }

    public int count() {
        return count;
    }

    /**
     * Returns the offset, in the byte array, of the unit: of an item, of the key of a member, or of the string that contains a line.
     */
    public int unitOffset(int i) {
        return (int) (positions[i] >>> Integer.SIZE);
    }

    /**
     * Returns the number that locates the match: for an item, its index in the list; for a line, the offset of the
     * match in the decoded text; for a member, 0.
     */
    public int numberInUnit(int i) {
        return (int) positions[i];
    }
}
