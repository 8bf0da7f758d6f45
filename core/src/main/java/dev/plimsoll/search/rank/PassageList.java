package dev.plimsoll.search.rank;

import java.util.Arrays;

/**
 * Positions of passages in document order, in 24 bytes each. A passage is a range of a text, or a whole value of a document.
 */
public final class PassageList {

    private static final int FIELDS = 6;
    private static final int WHOLE = -1;

    private int[] values = new int[16 * FIELDS];
    private int count;

    PassageList() {}

    /** Adds a range of a text. The heading is the number of the innermost one above it, or -1. */
    void add(int unitOffset, int numberInUnit, int valueOffset, int from, int to, int heading) {
        if ((count + 1) * FIELDS > values.length) {
            values = Arrays.copyOf(values, 2 * values.length);
        }
        int index = count++ * FIELDS;
        values[index] = unitOffset;
        values[index + 1] = numberInUnit;
        values[index + 2] = valueOffset;
        values[index + 3] = from;
        values[index + 4] = to;
        values[index + 5] = heading;
    }

    /** Adds a whole value. */
    void addWhole(int unitOffset, int numberInUnit, int valueOffset) {
        add(unitOffset, numberInUnit, valueOffset, WHOLE, WHOLE, -1);
    }

    void removeLast() {
        count--;
    }

    /** Releases unused memory. */
    PassageList trim() {
        values = Arrays.copyOf(values, count * FIELDS);
        return this;
    }

    long memoryBytes() {
        return 4L * values.length;
    }

    public int count() {
        return count;
    }

    /** Returns the offset, in the byte array, of the unit: of an item, of the key of a member, or of a string. */
    public int unitOffset(int passage) {
        return values[passage * FIELDS];
    }

    /** Returns the index of a list item; 0 for other units. */
    public int numberInUnit(int passage) {
        return values[passage * FIELDS + 1];
    }

    /** Returns the offset, in the byte array, of the value that is, or contains, the passage; -1 if the document is a text. */
    public int valueOffset(int passage) {
        return values[passage * FIELDS + 2];
    }

    /** Returns whether the passage is a whole value; otherwise it is a range of a text. */
    public boolean isWhole(int passage) {
        return values[passage * FIELDS + 3] == WHOLE;
    }

    /** Returns the offset in the decoded text where the passage begins. */
    public int from(int passage) {
        return values[passage * FIELDS + 3];
    }

    /** Returns the offset in the decoded text where the passage ends. */
    public int to(int passage) {
        return values[passage * FIELDS + 4];
    }

    /** Returns the number of the innermost heading above the passage; -1 if there is none. */
    public int heading(int passage) {
        return values[passage * FIELDS + 5];
    }
}
