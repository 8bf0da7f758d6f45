package dev.plimsoll.shape;

import dev.plimsoll.json.Slice;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The different values of one field and how often each stands there, while they are short and not too many. */
final class DistinctCounter {

    private static final int MOST = 100;
    private static final int LONGEST = 48;

    /** More than any outline lists. */
    private static final int MOST_LISTED = 16;

    /** A value as it was written, of a string without its quotes. */
    record Value(Slice value, int times) {}

    private @Nullable Map<Slice, int[]> values = new LinkedHashMap<>();
    private List<Value> listed = List.of();
    private int count;

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

    /** Once all are added: lets go of what nobody will ask for. */
    void settle() {
        Map<Slice, int[]> known = values;
        count = known == null ? -1 : known.size();
        if (known != null && count <= MOST_LISTED) {
            listed = known.entrySet().stream()
                    .map(entry -> new Value(entry.getKey(), entry.getValue()[0]))
                    .sorted(Comparator.comparingInt(Value::times).reversed())
                    .toList();
        }
        values = null;
    }

    /** How many there are; -1 when there are too many, or some are too long. */
    int count() {
        return count;
    }

    /** From the most frequent on, those equally frequent as they came; none when there are many. */
    List<Value> byFrequency() {
        return listed;
    }
}
