package dev.plimsoll.query.value;

import dev.plimsoll.json.Slice;
import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * An array that was built. A changed copy takes the storage over and leaves a note of the change behind, so that building
 * an array item by item costs no copies; who looks at an old one again makes it a storage of its own.
 */
public final class ListArr extends Arr {

    private static final int BYTES_AN_ITEM = 16;

    private Value @Nullable [] items;
    private int size;

    /** Where the storage has gone, and what stood there at {@code at} before; {@code old} is null if it was added. */
    private @Nullable ListArr newer;

    private int at;
    private @Nullable Value old;

    public ListArr(int capacity) {
        this.items = new Value[capacity];
    }

    private ListArr(Value[] items, int size) {
        this.items = items;
        this.size = size;
    }

    public static ListArr of(Value... items) {
        return new ListArr(items, items.length);
    }

    /** Adds an item while nobody else has seen the array. */
    public ListArr add(Value value, Meter meter) {
        Value[] own = own(meter);
        meter.built(BYTES_AN_ITEM);
        if (size == own.length) {
            own = Arrays.copyOf(own, Math.max(8, size + (size >> 1)));
            items = own;
        }
        own[size++] = value;
        return this;
    }

    /** The storage, which is this array's own afterwards. */
    private Value[] own(Meter meter) {
        Value[] own = items;
        if (own == null) {
            own = rebuilt(meter);
            items = own;
            newer = null;
            old = null;
        }
        return own;
    }

    private Value[] rebuilt(Meter meter) {
        int changes = 0;
        ListArr owner = this;
        for (ListArr next = newer; next != null; next = next.newer) {
            owner = next;
            changes++;
        }
        ListArr[] path = new ListArr[changes];
        ListArr step = this;
        for (int i = 0; i < changes && step != null; i++) {
            path[i] = step;
            step = step.newer;
        }
        Value[] copy = owner.items == null ? new Value[0] : owner.items.clone();
        meter.built((long) BYTES_AN_ITEM * copy.length);
        meter.steps(copy.length + changes);
        for (int i = changes - 1; i >= 0; i--) {
            Value before = path[i].old;
            if (before != null) {
                copy[path[i].at] = before;
            }
        }
        return copy;
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
    public @Nullable Value get(int index, Meter meter) {
        return index < size ? own(meter)[index] : null;
    }

    /** The items; not to be changed, and maybe longer than the array. */
    public Value[] storage(Meter meter) {
        return own(meter);
    }

    @Override
    public ListArr list(Meter meter) {
        return this;
    }

    /** A copy with one more item. */
    public ListArr with(Value value, Meter meter) {
        Value[] own = own(meter);
        ListArr next = new ListArr(own, size);
        next.add(value, meter);
        handOver(next, size, null);
        return next;
    }

    /** A copy with another item at an index; nulls fill up what is missing in front of it. */
    public ListArr with(int index, Value value, Meter meter) {
        if (index >= size) {
            ListArr next = this;
            while (next.size < index) {
                next = next.with(Constant.NULL, meter);
                meter.step();
            }
            return next.with(value, meter);
        }
        Value[] own = own(meter);
        ListArr next = new ListArr(own, size);
        Value before = own[index];
        own[index] = value;
        handOver(next, index, before);
        return next;
    }

    private void handOver(ListArr next, int index, @Nullable Value before) {
        items = null;
        newer = next;
        at = index;
        old = before;
    }

    /** A copy of a part. */
    public ListArr part(int from, int to, Meter meter) {
        meter.built((long) BYTES_AN_ITEM * (to - from));
        meter.steps(to - from);
        return new ListArr(Arrays.copyOfRange(own(meter), from, to), to - from);
    }

    /** A sorted copy; equal items keep their order. */
    public ListArr sorted(Comparator<Value> order, Meter meter) {
        ListArr copy = part(0, size, meter);
        Arrays.sort(copy.own(meter), 0, size, order);
        return copy;
    }

    @Override
    public Items items(Meter meter) {
        int count = size;
        return new Items() {
            private int i = -1;

            @Override
            public boolean next() {
                meter.step();
                return ++i < count;
            }

            @Override
            public Value value() {
                // asked each time: the storage may have gone to a changed copy meanwhile
                return own(meter)[i];
            }
        };
    }
}
