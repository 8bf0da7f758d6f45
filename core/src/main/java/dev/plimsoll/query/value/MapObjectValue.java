package dev.plimsoll.query.value;

import dev.plimsoll.json.Slice;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Object built by the query: names, and an array of values in the same order. A changed copy shares the names, to which copies
 * only append, and gets a changed copy of the array.
 */
public final class MapObjectValue extends ObjectValue {

    /** Bytes per member, without those that the array counts. */
    private static final int BYTES_PER_MEMBER = 24;

    /** Maximum number of members for which names are searched linearly. */
    private static final int MAX_LINEAR_SEARCH = 8;

    private static final int SLOTS_PER_NAME = 4;

    private StringValue[] keys;
    private ListArrayValue values;
    private int size;

    /**
     * Hash table from names to member indexes plus one; 0 is free. Created for more than a few members, and shared like
     * the array of names.
     */
    private int @Nullable [] table;

    public MapObjectValue() {
        this.keys = new StringValue[4];
        this.values = new ListArrayValue(4);
    }

    private MapObjectValue(MapObjectValue original, ListArrayValue values) {
        this.keys = original.keys;
        this.values = values;
        this.size = original.size;
        this.table = original.table;
    }

    /** Adds or replaces a member in place. Allowed only while no other code has a reference to the object. */
    public MapObjectValue add(StringValue key, Value value, QueryMeter queryMeter) {
        int i = find(key);
        if (i >= 0) {
            values.set(i, value, queryMeter);
        } else {
            values.add(value, queryMeter);
            addKey(key, queryMeter);
        }
        return this;
    }

    private void addKey(StringValue key, QueryMeter queryMeter) {
        queryMeter.addBuiltBytes(BYTES_PER_MEMBER);
        if (size == keys.length) {
            keys = Arrays.copyOf(keys, 2 * size);
            table = null;
        } else if (keys[size] != null) {
            // another copy has appended a name
            keys = Arrays.copyOf(Arrays.copyOf(keys, size), keys.length);
            table = null;
            queryMeter.addBuiltBytes((long) BYTES_PER_MEMBER * size);
            queryMeter.addSteps(size);
        }
        keys[size++] = key;
        if (table != null) {
            table[findFreeSlot(key, table)] = size;
        } else if (size > MAX_LINEAR_SEARCH) {
            table = createTable();
        }
    }

    private int[] createTable() {
        int[] slots = new int[SLOTS_PER_NAME * keys.length];
        for (int i = 0; i < size; i++) {
            slots[findFreeSlot(keys[i], slots)] = i + 1;
        }
        return slots;
    }

    private static int findFreeSlot(StringValue key, int[] table) {
        int slot = spread(key) & (table.length - 1);
        while (table[slot] != 0) {
            slot = (slot + 1) & (table.length - 1);
        }
        return slot;
    }

    private static int spread(StringValue key) {
        int product = key.hashCode() * 0x9E3779B9;
        return product ^ (product >>> 15);
    }

    private int find(StringValue key) {
        int[] slots = table;
        if (slots == null) {
            for (int i = 0; i < size; i++) {
                if (keys[i].equals(key)) {
                    return i;
                }
            }
            return -1;
        }
        int slot = spread(key) & (slots.length - 1);
        while (slots[slot] != 0) {
            int index = slots[slot] - 1;
            // names beyond the size belong to changed copies
            if (index < size && keys[index].equals(key)) {
                return index;
            }
            slot = (slot + 1) & (slots.length - 1);
        }
        return -1;
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
        int i = find(key);
        return i < 0 ? null : values.get(i, queryMeter);
    }

    @Override
    public MapObjectValue toMapObject(QueryMeter queryMeter) {
        return this;
    }

    /** Returns a copy with a member added or replaced. */
    public MapObjectValue with(StringValue key, Value value, QueryMeter queryMeter) {
        int i = find(key);
        MapObjectValue next =
                new MapObjectValue(this, i < 0 ? values.with(value, queryMeter) : values.with(i, value, queryMeter));
        if (i < 0) {
            next.addKey(key, queryMeter);
        }
        return next;
    }

    @Override
    public ObjectValue.Entries entries(QueryMeter queryMeter) {
        ValueIterator elements = values.items(queryMeter);
        return new ObjectValue.Entries() {
            private int i = -1;

            @Override
            public boolean next() {
                i++;
                return elements.next();
            }

            @Override
            public StringValue key() {
                return keys[i];
            }

            @Override
            public Value value() {
                return elements.value();
            }
        };
    }
}
