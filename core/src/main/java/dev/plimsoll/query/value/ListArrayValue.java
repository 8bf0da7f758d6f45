package dev.plimsoll.query.value;

import dev.plimsoll.json.Slice;
import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Array built by the query. A changed copy takes over the storage and leaves only a record of the change in the original, so
 * that appending items one by one copies nothing. An original that is read again gets its own storage.
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
        Value[] own = ownStorage(queryMeter);
        queryMeter.addBuiltBytes(BYTES_PER_ITEM);
        if (size == own.length) {
            own = Arrays.copyOf(own, Math.max(8, size + (size >> 1)));
            items = own;
        }
        own[size++] = value;
        return this;
    }

    /** Replaces an item in place. Allowed only while no other code has a reference to the array. */
    void set(int index, Value value, QueryMeter queryMeter) {
        ownStorage(queryMeter)[index] = value;
    }

    /** Returns the storage, which belongs to this array afterwards. */
    private Value[] ownStorage(QueryMeter queryMeter) {
        Value[] own = items;
        if (own == null) {
            own = rebuild(queryMeter);
            items = own;
            newer = null;
            oldItem = null;
        }
        return own;
    }

    private Value[] rebuild(QueryMeter queryMeter) {
        int changes = 0;
        ListArrayValue owner = this;
        for (ListArrayValue next = newer; next != null; next = next.newer) {
            owner = next;
            changes++;
        }
        ListArrayValue[] path = new ListArrayValue[changes];
        ListArrayValue step = this;
        for (int i = 0; i < changes && step != null; i++) {
            path[i] = step;
            step = step.newer;
        }
        Value[] copy = owner.items == null ? new Value[0] : owner.items.clone();
        queryMeter.addBuiltBytes((long) BYTES_PER_ITEM * copy.length);
        queryMeter.addSteps(copy.length + changes);
        for (int i = changes - 1; i >= 0; i--) {
            Value before = path[i].oldItem;
            if (before != null) {
                copy[path[i].changedIndex] = before;
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
    public ListArrayValue list(QueryMeter queryMeter) {
        return this;
    }

    /** Returns a copy with one more item. */
    public ListArrayValue with(Value value, QueryMeter queryMeter) {
        Value[] own = ownStorage(queryMeter);
        ListArrayValue next = new ListArrayValue(own, size);
        next.add(value, queryMeter);
        handOver(next, size, null);
        return next;
    }

    /** Returns a copy with another item at an index. Missing items before it become null. */
    public ListArrayValue with(int index, Value value, QueryMeter queryMeter) {
        if (index >= size) {
            ListArrayValue next = this;
            while (next.size < index) {
                next = next.with(ConstantValue.NULL, queryMeter);
                queryMeter.step();
            }
            return next.with(value, queryMeter);
        }
        Value[] own = ownStorage(queryMeter);
        ListArrayValue next = new ListArrayValue(own, size);
        Value before = own[index];
        own[index] = value;
        handOver(next, index, before);
        return next;
    }

    private void handOver(ListArrayValue next, int index, @Nullable Value before) {
        items = null;
        newer = next;
        changedIndex = index;
        oldItem = before;
    }

    /** Returns a copy of a part. */
    public ListArrayValue part(int from, int to, QueryMeter queryMeter) {
        queryMeter.addBuiltBytes((long) BYTES_PER_ITEM * (to - from));
        queryMeter.addSteps(to - from);
        return new ListArrayValue(Arrays.copyOfRange(ownStorage(queryMeter), from, to), to - from);
    }

    /** Returns a sorted copy. Equal items keep their order. */
    public ListArrayValue sorted(Comparator<Value> order, QueryMeter queryMeter) {
        ListArrayValue copy = part(0, size, queryMeter);
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
