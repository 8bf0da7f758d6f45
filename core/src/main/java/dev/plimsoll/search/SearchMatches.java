package dev.plimsoll.search;

import java.util.Arrays;
import java.util.List;

/** Positions of matches in document order, in eight bytes each. The matched content is read only when it is shown. */
public final class SearchMatches {

    private long[] positions = new long[16];
    private int count;
    private List<String> termsWithoutMatch = List.of();

    SearchMatches() {}

    void add(int unit, int number) {
        if (count == positions.length) {
            positions = Arrays.copyOf(positions, 2 * count);
        }
        positions[count++] = (long) unit << Integer.SIZE | number;
    }

    SearchMatches trimmed() {
        positions = Arrays.copyOf(positions, count);
        return this;
    }

    /** Sets the terms of a list that matched nothing. */
    public SearchMatches setTermsWithoutMatch(List<String> terms) {
        termsWithoutMatch = List.copyOf(terms);
        return this;
    }

    /** Returns the terms of a list that matched nothing. */
    public List<String> termsWithoutMatch() {
        return termsWithoutMatch;
    }

    public int count() {
        return count;
    }

    /** Returns the offset in the array of the item, of the member's key, or of the string that contains the line. */
    public int unit(int i) {
        return (int) (positions[i] >>> Integer.SIZE);
    }

    /** Returns the index of an item; for a line, the offset of the match in the decoded text; for a member, 0. */
    public int number(int i) {
        return (int) positions[i];
    }
}
