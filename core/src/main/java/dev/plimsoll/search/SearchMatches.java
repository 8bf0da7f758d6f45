package dev.plimsoll.search;

import java.util.Arrays;

/** Where matches stand, in document order: eight bytes each. What stands there is looked up when it is shown. */
public final class SearchMatches {

    private long[] places = new long[16];
    private int count;

    SearchMatches() {}

    void add(int unit, int number) {
        if (count == places.length) {
            places = Arrays.copyOf(places, 2 * count);
        }
        places[count++] = (long) unit << Integer.SIZE | number;
    }

    SearchMatches trimmed() {
        places = Arrays.copyOf(places, count);
        return this;
    }

    public int count() {
        return count;
    }

    /** Where the item, the member's key or the string with the line begins, as an offset in the array. */
    public int unit(int i) {
        return (int) (places[i] >>> Integer.SIZE);
    }

    /** Of an item its index; of a line where the needle begins, as an offset in the decoded text; of a member 0. */
    public int number(int i) {
        return (int) places[i];
    }
}
