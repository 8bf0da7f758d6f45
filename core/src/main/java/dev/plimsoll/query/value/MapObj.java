package dev.plimsoll.query.value;

import dev.plimsoll.json.Slice;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An object that was built. As with {@link ListArr}, a changed copy takes the storage over and leaves a note behind.
 */
public final class MapObj extends Obj {

    private static final int BYTES_A_MEMBER = 40;

    /** Members up to which names are looked for one by one. */
    private static final int FEW = 8;

    private Str @Nullable [] keys = new Str[4];
    private Value[] values = new Value[4];
    private int size;

    /** Places by hash of the name, plus one; 0 is free. Made when there are more than a few. */
    private int @Nullable [] table;

    private @Nullable MapObj newer;
    private int at;
    private @Nullable Value old;

    /** Adds or replaces a member while nobody else has seen the object. */
    public MapObj add(Str key, Value value, Meter meter) {
        Str[] own = own(meter);
        int i = find(key, own);
        if (i >= 0) {
            values[i] = value;
            return this;
        }
        meter.built(BYTES_A_MEMBER);
        if (size == own.length) {
            own = Arrays.copyOf(own, 2 * size);
            keys = own;
            values = Arrays.copyOf(values, 2 * size);
        }
        own[size] = key;
        values[size] = value;
        size++;
        if (size > FEW) {
            enterInTable(own, size - 1);
        }
        return this;
    }

    private void enterInTable(Str[] own, int place) {
        int[] known = table;
        if (known == null || 2 * size > known.length) {
            known = new int[4 * Integer.highestOneBit(size) * 2];
            table = known;
            for (int i = 0; i < size; i++) {
                known[free(own[i], known)] = i + 1;
            }
            return;
        }
        known[free(own[place], known)] = place + 1;
    }

    private static int free(Str key, int[] table) {
        int slot = spread(key) & (table.length - 1);
        while (table[slot] != 0) {
            slot = (slot + 1) & (table.length - 1);
        }
        return slot;
    }

    private static int spread(Str key) {
        int h = key.hashCode() * 0x9E3779B9;
        return h ^ (h >>> 15);
    }

    private int find(Str key, Str[] own) {
        int[] known = table;
        if (known == null) {
            for (int i = 0; i < size; i++) {
                if (own[i].equals(key)) {
                    return i;
                }
            }
            return -1;
        }
        int slot = spread(key) & (known.length - 1);
        while (known[slot] != 0) {
            int place = known[slot] - 1;
            if (own[place].equals(key)) {
                return place;
            }
            slot = (slot + 1) & (known.length - 1);
        }
        return -1;
    }

    private Str[] own(Meter meter) {
        Str[] own = keys;
        return own == null ? rebuild(meter) : own;
    }

    private Str[] rebuild(Meter meter) {
        int changes = 0;
        MapObj owner = this;
        for (MapObj next = newer; next != null; next = next.newer) {
            owner = next;
            changes++;
        }
        MapObj[] path = new MapObj[changes];
        MapObj step = this;
        for (int i = 0; i < changes && step != null; i++) {
            path[i] = step;
            step = step.newer;
        }
        meter.built((long) BYTES_A_MEMBER * size);
        meter.steps(size + (long) changes);
        Str[] own = owner.keys == null ? new Str[0] : Arrays.copyOf(owner.keys, Math.max(4, size));
        Value[] copy = owner.values.clone();
        for (int i = changes - 1; i >= 0; i--) {
            Value before = path[i].old;
            if (before != null) {
                copy[path[i].at] = before;
            }
        }
        keys = own;
        values = Arrays.copyOf(copy, own.length);
        table = null;
        newer = null;
        old = null;
        if (size > FEW) {
            enterInTable(own, 0);
        }
        return own;
    }

    @Override
    public @Nullable Slice written() {
        return null;
    }

    @Override
    public int length(Meter meter) {
        return size;
    }

    @Override
    public @Nullable Value get(Str key, Meter meter) {
        meter.step();
        int i = find(key, own(meter));
        return i < 0 ? null : values[i];
    }

    @Override
    public MapObj map(Meter meter) {
        return this;
    }

    /** A copy with a member added or replaced. */
    public MapObj with(Str key, Value value, Meter meter) {
        Str[] own = own(meter);
        int i = find(key, own);
        MapObj next = new MapObj();
        next.keys = own;
        next.values = values;
        next.size = size;
        next.table = table;
        at = i;
        old = i < 0 ? null : values[i];
        next.add(key, value, meter);
        keys = null;
        newer = next;
        return next;
    }

    /** A copy without a member. */
    public MapObj without(Str key, Meter meter) {
        MapObj copy = new MapObj();
        Entries entries = entries(meter);
        while (entries.next()) {
            if (!entries.key().equals(key)) {
                copy.add(entries.key(), entries.value(), meter);
            }
        }
        return copy;
    }

    @Override
    public Entries entries(Meter meter) {
        int count = size;
        return new Entries() {
            private int i = -1;

            @Override
            public boolean next() {
                meter.step();
                return ++i < count;
            }

            @Override
            public Str key() {
                return own(meter)[i];
            }

            @Override
            public Value value() {
                own(meter);
                return values[i];
            }
        };
    }
}
