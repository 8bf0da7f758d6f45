package dev.plimsoll.shape.outline.statistics;

import dev.plimsoll.json.Slice;
import java.util.Arrays;

/** Hash table of short values and their numbers of occurrences, in order of appearance. */
final class ValueCounts {

    static final int MAX_VALUES = 100;
    static final int MAX_LENGTH = 48;

    private static final int TABLE_SIZE = 256;

    private Slice[] values = new Slice[4];
    private int[] counts = new int[4];

    /** Open addressing: an entry is the index of a value plus 1, or 0 if it is free. */
    private final byte[] table = new byte[TABLE_SIZE];

    private int size;

    int size() {
        return size;
    }

    Slice value(int i) {
        return values[i];
    }

    int count(int i) {
        return counts[i];
    }

    /** Adds occurrences of a value. Returns the number of values; a larger number than before if the value is new. */
    int add(byte[] bytes, int from, int to, int occurrences) {
        int hash = new Slice(bytes, from, to).hashCode();
        int slot = (hash ^ hash >>> 8 ^ hash >>> 16) & (TABLE_SIZE - 1);
        for (; table[slot] != 0; slot = (slot + 1) & (TABLE_SIZE - 1)) {
            int i = table[slot] - 1;
            Slice value = values[i];
            if (Arrays.equals(value.bytes(), value.from(), value.to(), bytes, from, to)) {
                counts[i] += occurrences;
                return size;
            }
        }
        if (size == values.length) {
            values = Arrays.copyOf(values, 2 * size);
            counts = Arrays.copyOf(counts, 2 * size);
        }
        values[size] = new Slice(bytes, from, to);
        counts[size] = occurrences;
        table[slot] = (byte) ++size;
        return size;
    }
}
