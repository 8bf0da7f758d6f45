package dev.plimsoll.query.value;

import dev.plimsoll.json.Slice;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Object built by the query. As with {@link ListArrayValue}, a changed copy takes over the storage and leaves only a record of
 * the change.
 */
public final class MapObjectValue extends ObjectValue {

    private static final int BYTES_PER_MEMBER = 40;

    /** Maximum number of members for which names are searched linearly. */
    private static final int MAX_LINEAR_SEARCH = 8;

    private StringValue @Nullable [] keys = new StringValue[4];
    private Value[] values = new Value[4];
    private int size;

    /** Hash table from names to member indexes plus one; 0 is free. Created for more than a few members. */
    private int @Nullable [] table;

    private @Nullable MapObjectValue newer;
    private int changedIndex;
    private @Nullable Value oldValue;

    /** Adds or replaces a member in place. Allowed only while no other code has a reference to the object. */
    public MapObjectValue add(StringValue key, Value value, QueryMeter queryMeter) {
        StringValue[] own = ownKeys(queryMeter);
        int i = find(key, own);
        if (i >= 0) {
            values[i] = value;
            return this;
        }
        queryMeter.addBuiltBytes(BYTES_PER_MEMBER);
        if (size == own.length) {
            own = Arrays.copyOf(own, 2 * size);
            keys = own;
            values = Arrays.copyOf(values, 2 * size);
        }
        own[size] = key;
        values[size] = value;
        size++;
        if (size > MAX_LINEAR_SEARCH) {
            addToTable(own, size - 1);
        }
        return this;
    }

    private void addToTable(StringValue[] own, int index) {
        int[] known = table;
        if (known == null || 2 * size > known.length) {
            known = new int[4 * Integer.highestOneBit(size) * 2];
            table = known;
            for (int i = 0; i < size; i++) {
                known[findFreeSlot(own[i], known)] = i + 1;
            }
            return;
        }
        known[findFreeSlot(own[index], known)] = index + 1;
    }

    private static int findFreeSlot(StringValue key, int[] table) {
        int slot = spread(key) & (table.length - 1);
        while (table[slot] != 0) {
            slot = (slot + 1) & (table.length - 1);
        }
        return slot;
    }

    private static int spread(StringValue key) {
        int h = key.hashCode() * 0x9E3779B9;
        return h ^ (h >>> 15);
    }

    private int find(StringValue key, StringValue[] own) {
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
            int index = known[slot] - 1;
            if (own[index].equals(key)) {
                return index;
            }
            slot = (slot + 1) & (known.length - 1);
        }
        return -1;
    }

    private StringValue[] ownKeys(QueryMeter queryMeter) {
        StringValue[] own = keys;
        return own == null ? rebuild(queryMeter) : own;
    }

    private StringValue[] rebuild(QueryMeter queryMeter) {
        int changes = 0;
        MapObjectValue owner = this;
        for (MapObjectValue next = newer; next != null; next = next.newer) {
            owner = next;
            changes++;
        }
        MapObjectValue[] path = new MapObjectValue[changes];
        MapObjectValue step = this;
        for (int i = 0; i < changes && step != null; i++) {
            path[i] = step;
            step = step.newer;
        }
        queryMeter.addBuiltBytes((long) BYTES_PER_MEMBER * size);
        queryMeter.addSteps(size + (long) changes);
        StringValue[] own = owner.keys == null ? new StringValue[0] : Arrays.copyOf(owner.keys, Math.max(4, size));
        Value[] copy = owner.values.clone();
        for (int i = changes - 1; i >= 0; i--) {
            Value before = path[i].oldValue;
            if (before != null) {
                copy[path[i].changedIndex] = before;
            }
        }
        keys = own;
        values = Arrays.copyOf(copy, own.length);
        table = null;
        newer = null;
        oldValue = null;
        if (size > MAX_LINEAR_SEARCH) {
            addToTable(own, 0);
        }
        return own;
    }

    @Override
    public @Nullable Slice source() {
        return null;
    }

    @Override
    public int length(QueryMeter queryMeter) {
        return size;
    }

    @Override
    public @Nullable Value get(StringValue key, QueryMeter queryMeter) {
        queryMeter.step();
        int i = find(key, ownKeys(queryMeter));
        return i < 0 ? null : values[i];
    }

    @Override
    public MapObjectValue map(QueryMeter queryMeter) {
        return this;
    }

    /** Returns a copy with a member added or replaced. */
    public MapObjectValue with(StringValue key, Value value, QueryMeter queryMeter) {
        StringValue[] own = ownKeys(queryMeter);
        int i = find(key, own);
        MapObjectValue next = new MapObjectValue();
        next.keys = own;
        next.values = values;
        next.size = size;
        next.table = table;
        changedIndex = i;
        oldValue = i < 0 ? null : values[i];
        next.add(key, value, queryMeter);
        keys = null;
        newer = next;
        return next;
    }

    /** Returns a copy without a member. */
    public MapObjectValue without(StringValue key, QueryMeter queryMeter) {
        MapObjectValue copy = new MapObjectValue();
        ObjectEntries objectEntries = entries(queryMeter);
        while (objectEntries.next()) {
            if (!objectEntries.key().equals(key)) {
                copy.add(objectEntries.key(), objectEntries.value(), queryMeter);
            }
        }
        return copy;
    }

    @Override
    public ObjectEntries entries(QueryMeter queryMeter) {
        int count = size;
        return new ObjectEntries() {
            private int i = -1;

            @Override
            public boolean next() {
                queryMeter.step();
                return ++i < count;
            }

            @Override
            public StringValue key() {
                return ownKeys(queryMeter)[i];
            }

            @Override
            public Value value() {
                ownKeys(queryMeter);
                return values[i];
            }
        };
    }
}
