package dev.plimsoll.query.ops;

import dev.plimsoll.query.value.Meter;
import dev.plimsoll.query.value.Order;
import dev.plimsoll.query.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Values by what they are: finds what is equal without comparing everything with everything. */
public final class Distinct {

    private static final int BYTES_A_VALUE = 64;

    private final Meter meter;
    private final Map<Entry, Entry> entries = new LinkedHashMap<>();

    public Distinct(Meter meter) {
        this.meter = meter;
    }

    /** The number of an equal value, counted from 0; a new one gets the next. */
    public int add(Value value) {
        Entry entry = new Entry(value, entries.size());
        Entry known = entries.putIfAbsent(entry, entry);
        if (known == null) {
            meter.built(BYTES_A_VALUE);
            return entry.number;
        }
        return known.number;
    }

    public boolean contains(Value value) {
        return entries.containsKey(new Entry(value, 0));
    }

    public int size() {
        return entries.size();
    }

    /** The values in the order in which they came. */
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
            this.hash = Order.hash(value, meter);
        }

        @Override
        public boolean equals(@Nullable Object o) {
            return o instanceof Entry other && hash == other.hash && Order.compare(value, other.value, meter) == 0;
        }

        @Override
        public int hashCode() {
            return hash * 0x9E3779B9;
        }
    }
}
