package dev.plimsoll.query.value;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Set of distinct values. It finds equal values by hash instead of comparing each pair. */
public final class DistinctValues {

    private static final int BYTES_PER_VALUE = 64;

    private final QueryMeter queryMeter;
    private final Map<Entry, Entry> entries = new LinkedHashMap<>();

    public DistinctValues(QueryMeter queryMeter) {
        this.queryMeter = queryMeter;
    }

    /** Adds a value and returns its number, from 0. Equal values have the same number. */
    public int add(Value value) {
        Entry entry = new Entry(value, entries.size());
        Entry existing = entries.putIfAbsent(entry, entry);
        if (existing == null) {
            queryMeter.addBuiltBytes(BYTES_PER_VALUE);
            return entry.number;
        }
        return existing.number;
    }

    public boolean contains(Value value) {
        return entries.containsKey(new Entry(value, 0));
    }

    public int size() {
        return entries.size();
    }

    /** Returns the values in the order of their addition. */
    public Value[] values() {
        return entries.keySet().stream().map(entry -> entry.value).toArray(Value[]::new);
    }

    private final class Entry {

        private final Value value;
        private final int number;
        private final int hash;

        Entry(Value value, int number) {
            this.value = value;
            this.number = number;
            this.hash = ValueOrder.hash(value, queryMeter);
        }

        @Override
        public boolean equals(@Nullable Object o) {
            return o instanceof Entry other
                    && hash == other.hash
                    && ValueOrder.compare(value, other.value, queryMeter) == 0;
        }

        @Override
        public int hashCode() {
            return hash * 0x9E3779B9;
        }
    }
}
