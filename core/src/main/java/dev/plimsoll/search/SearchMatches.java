package dev.plimsoll.search;

import java.util.Arrays;
import java.util.List;

/**
 * Positions of matches in document order, in eight bytes each: the offset of a unit, and a number in it. The
 * matched content is read only when it is shown.
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

    SearchMatches trimmed() {
        positions = Arrays.copyOf(positions, count);
        return this;
    }

    /** Sets the search terms that matched nothing, if the search was for a list of terms. */
    public SearchMatches setTermsWithoutMatch(List<String> terms) {
        termsWithoutMatch = List.copyOf(terms);
        return this;
    }

    /** Returns the search terms that matched nothing. */
    public List<String> termsWithoutMatch() {
        return termsWithoutMatch;
    }

    public int count() {
        return count;
    }

    /**
     * Returns the offset, in the byte array, of the list item, of the member's key, or of the string that contains
     * the line.
     */
    public int unitOffset(int i) {
        return (int) (positions[i] >>> Integer.SIZE);
    }

    /** Returns the index of an item; for a line, the offset of the match in the decoded text; for a member, 0. */
    public int numberInUnit(int i) {
        return (int) positions[i];
    }
}
