package dev.plimsoll.shape.outline;

import dev.plimsoll.json.Slice;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts the distinct values of one field and their occurrences, while they are short and few. */
public final class DistinctCounter {

    private static final int MAX_VALUES = 100;
    private static final int MAX_LENGTH = 48;

    /** Maximum number of listed values; no outline lists more. */
    private static final int MAX_LISTED_VALUES = 16;

    /** A value as it was written, or a string without its quotes, and its number of occurrences. */
    public record Value(Slice value, int count) {}

    private @Nullable Map<Slice, int[]> values = new LinkedHashMap<>();
    private List<Value> listed = List.of();
    private int count;

    void add(Slice value) {
        Map<Slice, int[]> timesByValue = values;
        if (timesByValue == null) {
            return;
        }
        int[] times = value.length() > MAX_LENGTH ? null : timesByValue.get(value);
        if (times != null) {
            times[0]++;
        } else if (value.length() > MAX_LENGTH || timesByValue.size() == MAX_VALUES) {
            values = null;
        } else {
            timesByValue.put(value, new int[] {1});
        }
    }

    /** Finishes the count after all values are added, and releases the values that no outline lists. */
    void finish() {
        Map<Slice, int[]> timesByValue = values;
        count = timesByValue == null ? -1 : timesByValue.size();
        if (timesByValue != null && count <= MAX_LISTED_VALUES) {
            listed = timesByValue.entrySet().stream()
                    .map(entry -> new Value(entry.getKey(), entry.getValue()[0]))
                    .sorted(Comparator.comparingInt(Value::count).reversed())
                    .toList();
        }
        values = null;
    }

    /** Returns the number of distinct values; -1 if there are too many, or some are too long. */
    public int count() {
        return count;
    }

    /**
     * Returns the values by falling frequency, those of equal frequency in order of appearance; empty if there are
     * many.
     */
    public List<Value> byFrequency() {
        return listed;
    }
}
