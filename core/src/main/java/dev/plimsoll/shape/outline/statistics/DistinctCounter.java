package dev.plimsoll.shape.outline.statistics;

import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counts the distinct values of one field and their occurrences. It stops if a value is too long or there are too many
 * values.
 */
public final class DistinctCounter {

    /** Maximum number of listed values; no outline lists more. */
    private static final int MAX_LISTED_VALUES = 16;

    /** A value as it was written, or a string without its quotes, and its number of occurrences. */
    public record Value(Slice value, int count) {}

    private @Nullable ValueCounts values;
    private List<Value> listedValues = List.of();
    private int count;

    /** Adds one occurrence. Returns whether the value was added before and is still stored. */
    boolean add(byte[] bytes, int from, int to) {
        return add(bytes, from, to, 1);
    }

    private boolean add(byte[] bytes, int from, int to, int occurrences) {
        if (count < 0) {
            return false;
        }
        ValueCounts counts = values == null ? new ValueCounts() : values;
        values = counts;
        if (to - from > ValueCounts.MAX_LENGTH) {
            giveUp();
            return false;
        }
        int size = counts.add(bytes, from, to, occurrences);
        if (size == count) {
            return true;
        }
        count = size;
        if (size > ValueCounts.MAX_VALUES) {
            giveUp();
        }
        return false;
    }

    private void giveUp() {
        values = null;
        count = -1;
    }

    /** Adds the occurrences of another counter. Neither counter may be finished. */
    void merge(DistinctCounter other) {
        if (other.count < 0) {
            giveUp();
        }
        ValueCounts otherValues = other.values;
        for (int i = 0; otherValues != null && i < otherValues.size(); i++) {
            Slice value = otherValues.value(i);
            add(value.bytes(), value.from(), value.to(), otherValues.count(i));
        }
    }

    /** Finishes the count after all values are added, and releases the values that no outline lists. */
    void finish() {
        ValueCounts counts = values;
        if (counts != null && count <= MAX_LISTED_VALUES) {
            List<Value> sorted = new ArrayList<>();
            for (int i = 0; i < counts.size(); i++) {
                sorted.add(new Value(counts.value(i), counts.count(i)));
            }
            // no Comparator.comparing, because AOT caches do not store what it returns: 3 ms at the first shaped result
            sorted.sort((first, second) -> Integer.compare(second.count(), first.count()));
            listedValues = List.copyOf(sorted);
        }
        values = null;
    }

    /** Returns the number of distinct values; -1 if there are too many, or some are too long. */
    public int count() {
        return count;
    }

    /**
     * Returns the values from the most to the least frequent, and values of equal frequency in order of
     * appearance; empty if there are many values.
     */
    public List<Value> byFrequency() {
        return listedValues;
    }
}
