package dev.plimsoll.query.value;

import dev.plimsoll.json.Slice;
import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Array built by the query. A changed copy takes over the storage of the original, which keeps only the change, so that
 * appending items one by one copies nothing. An original that is read again gets new storage.
 */
public final class ListArrayValue extends ArrayValue {

    private static final int BYTES_PER_ITEM = 16;

    private Value @Nullable [] items;
    private int size;

    /**
     * Array that has taken over the storage; null if this array owns it. {@link #oldItem} is the item of this
     * array at {@link #changedIndex}, which the newer array has replaced; null if the newer array has
     * appended an item.
     */
    private @Nullable ListArrayValue newer;

    private int changedIndex;
    private @Nullable Value oldItem;

    private @Nullable SortKeys sortKeys;

    public ListArrayValue(int capacity) {
        this.items = new Value[capacity];
    }

    private ListArrayValue(Value[] items, int size) {
        this.items = items;
        this.size = size;
    }

    public static ListArrayValue of(Value... items) {
        return new ListArrayValue(items, items.length);
    }

    @Override
    public @Nullable SortKeys sortKeys() {
        SortKeys keys = sortKeys;
        return keys == null || keys.count() != size ? null : keys;
    }

    /** Sets the keys by which the items are sorted, one for each item. */
    public void setSortKeys(@Nullable SortKeys keys) {
        sortKeys = keys;
    }

    /** Appends an item in place. Allowed only while no other code has a reference to the array. */
    public ListArrayValue add(Value value, QueryMeter queryMeter) {
        Value[] storage = ownStorage(queryMeter);
        queryMeter.addBuiltBytes(BYTES_PER_ITEM);
        if (size == storage.length) {
            storage = Arrays.copyOf(storage, Math.max(8, size + (size >> 1)));
            items = storage;
        }
        storage[size++] = value;
        return this;
    }

    /** Replaces an item in place. Allowed only while no other code has a reference to the array. */
    void set(int index, Value value, QueryMeter queryMeter) {
        ownStorage(queryMeter)[index] = value;
    }

    /** Returns the storage, which belongs to this array afterwards. */
    private Value[] ownStorage(QueryMeter queryMeter) {
        Value[] storage = items;
        if (storage == null) {
            storage = rebuild(queryMeter);
            items = storage;
            newer = null;
            oldItem = null;
        }
        return storage;
    }

    private Value[] rebuild(QueryMeter queryMeter) {
        int changes = 0;
        ListArrayValue owner = this;
        for (ListArrayValue newerVersion = newer; newerVersion != null; newerVersion = newerVersion.newer) {
            owner = newerVersion;
            changes++;
        }
        ListArrayValue[] versions = new ListArrayValue[changes];
        ListArrayValue version = this;
        for (int i = 0; i < changes && version != null; i++) {
            versions[i] = version;
            version = version.newer;
        }
        Value[] copy = owner.items == null ? new Value[0] : owner.items.clone();
        queryMeter.addBuiltBytes((long) BYTES_PER_ITEM * copy.length);
        queryMeter.addSteps(copy.length + changes);
        for (int i = changes - 1; i >= 0; i--) {
            Value replacedItem = versions[i].oldItem;
            if (replacedItem != null) {
                copy[versions[i].changedIndex] = replacedItem;
            }
        }
        return copy;
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
    public @Nullable Value get(int index, QueryMeter queryMeter) {
        return index < size ? ownStorage(queryMeter)[index] : null;
    }

    /** Returns the items. The array must not be changed, and may be longer than this one. */
    public Value[] storage(QueryMeter queryMeter) {
        return ownStorage(queryMeter);
    }

    @Override
    public ListArrayValue toListArray(QueryMeter queryMeter) {
        return this;
    }

    /** Returns a copy with one more item. */
    public ListArrayValue with(Value value, QueryMeter queryMeter) {
        Value[] storage = ownStorage(queryMeter);
        ListArrayValue copy = new ListArrayValue(storage, size);
        copy.add(value, queryMeter);
        transferStorage(copy, size, null);
        return copy;
    }

    /** Returns a copy with another item at an index. Missing items before it become null. */
    public ListArrayValue with(int index, Value value, QueryMeter queryMeter) {
        if (index >= size) {
            ListArrayValue copy = this;
            while (copy.size < index) {
                copy = copy.with(ConstantValue.NULL, queryMeter);
                queryMeter.step();
            }
            return copy.with(value, queryMeter);
        }
        Value[] storage = ownStorage(queryMeter);
        ListArrayValue copy = new ListArrayValue(storage, size);
        Value replacedItem = storage[index];
        storage[index] = value;
        transferStorage(copy, index, replacedItem);
        return copy;
    }

    private void transferStorage(ListArrayValue newArray, int index, @Nullable Value replacedItem) {
        items = null;
        newer = newArray;
        changedIndex = index;
        oldItem = replacedItem;
    }

    /** Returns a copy of the items from one index to another. */
    public ListArrayValue copyOfRange(int from, int to, QueryMeter queryMeter) {
        queryMeter.addBuiltBytes((long) BYTES_PER_ITEM * (to - from));
        queryMeter.addSteps(to - from);
        return new ListArrayValue(Arrays.copyOfRange(ownStorage(queryMeter), from, to), to - from);
    }

    /** Returns a sorted copy. Equal items keep their order. */
    public ListArrayValue sorted(Comparator<Value> order, QueryMeter queryMeter) {
        ListArrayValue copy = copyOfRange(0, size, queryMeter);
        Arrays.sort(copy.ownStorage(queryMeter), 0, size, order);
        return copy;
    }

    @Override
    public ValueIterator items(QueryMeter queryMeter) {
        int count = size;
        return new ValueIterator() {
            private int i = -1;

            @Override
            public boolean next() {
                queryMeter.step();
                return ++i < count;
            }

            @Override
            public Value value() {
                // called each time, because a changed copy may have taken over the storage
                return ownStorage(queryMeter)[i];
            }
        };
    }
}
