package dev.plimsoll.shape;

import dev.plimsoll.json.Slice;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The different values of one field and how often each stands there, while they are short and not too many. */
final class Distinct {

    private static final int MOST = 100;
    private static final int LONGEST = 48;

    /** A value as it was written, of a string without its quotes. */
    record Value(Slice value, int times) {}

    private @Nullable Map<Slice, int[]> values = new LinkedHashMap<>();

    void add(Slice value) {
        Map<Slice, int[]> known = values;
        if (known == null) {
            return;
        }
        int[] times = value.length() > LONGEST ? null : known.get(value);
        if (times != null) {
            times[0]++;
        } else if (value.length() > LONGEST || known.size() == MOST) {
            values = null;
        } else {
            known.put(value, new int[] {1});
        }
    }

    /** How many there are; -1 when there are too many, or some are too long. */
    int count() {
        return values == null ? -1 : values.size();
    }

    /** From the most frequent on, those equally frequent as they came. */
    List<Value> byFrequency() {
        Map<Slice, int[]> known = values == null ? Map.of() : values;
        return known.entrySet().stream()
                .map(entry -> new Value(entry.getKey(), entry.getValue()[0]))
                .sorted(Comparator.comparingInt(Value::times).reversed())
                .toList();
    }
}
