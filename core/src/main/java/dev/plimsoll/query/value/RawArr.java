package dev.plimsoll.query.value;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** An array as a document has it. Walked as long as that is enough; indexed when items are asked for by number again. */
public final class RawArr extends Arr {

    private static final int BYTES_AN_ITEM = 8;

    /** Items in front that are looked for by walking. */
    private static final int NEAR = 4;

    private final byte[] b;
    private final int from;
    private final int limit;
    private int end;
    private int count = Raw.UNKNOWN;
    private @Nullable ItemIndex index;

    RawArr(byte[] b, int from, int limit, int end) {
        this.b = b;
        this.from = from;
        this.limit = limit;
        this.end = end;
    }

    int end() {
        if (end < 0) {
            end = Json.skipValue(b, from, limit);
        }
        return end;
    }

    @Override
    public Slice written() {
        return new Slice(b, from, end());
    }

    @Override
    public int length(Meter meter) {
        if (count < 0) {
            count = index == null ? walk(meter) : index.count();
        }
        return count;
    }

    private int walk(Meter meter) {
        int items = 0;
        int at = Json.skipSpace(b, from + 1, limit);
        while (b[at] != ']') {
            int after = Json.skipValue(b, at, limit);
            meter.steps(1 + (after - at) / 64);
            at = next(after);
            items++;
        }
        end = at + 1;
        return items;
    }

    /** Where the next item begins, or the closing bracket. */
    private int next(int after) {
        int at = Json.skipSpace(b, after, limit);
        return b[at] == ',' ? Json.skipSpace(b, at + 1, limit) : at;
    }

    @Override
    public @Nullable Value get(int i, Meter meter) {
        if (i < NEAR && index == null) {
            int at = Json.skipSpace(b, from + 1, limit);
            for (int skip = 0; skip < i && b[at] != ']'; skip++) {
                int after = Json.skipValue(b, at, limit);
                meter.walked(after - at);
                at = next(after);
            }
            return b[at] == ']' ? null : Raw.startingAt(b, at, limit);
        }
        ItemIndex items = index(meter);
        return i < items.count() ? Raw.of(b, items.start(i), items.end(i)) : null;
    }

    private ItemIndex index(Meter meter) {
        ItemIndex known = index;
        if (known == null) {
            known = ItemIndex.of(written());
            meter.walked(end() - from);
            meter.built((long) BYTES_AN_ITEM * known.count());
            index = known;
            count = known.count();
        }
        return known;
    }

    @Override
    public Items items(Meter meter) {
        return new Walk(meter);
    }

    @Override
    public ListArr list(Meter meter) {
        ListArr list = new ListArr(index == null ? 8 : index.count());
        Items items = items(meter);
        while (items.next()) {
            list.add(items.value(), meter);
        }
        return list;
    }

    /** An item is skipped only if nobody has looked through it meanwhile. */
    private final class Walk implements Items {

        private final Meter meter;
        private int at = -1;
        private @Nullable Value value;

        Walk(Meter meter) {
            this.meter = meter;
        }

        @Override
        public boolean next() {
            int before = at;
            if (value == null) {
                at = Json.skipSpace(b, from + 1, limit);
            } else {
                at = RawArr.this.next(Raw.end(value, b, at, limit));
                meter.steps(1 + (at - before) / 64);
            }
            if (b[at] == ']') {
                end = at + 1;
                return false;
            }
            value = Raw.startingAt(b, at, limit);
            return true;
        }

        @Override
        public Value value() {
            return value == null ? Constant.NULL : value;
        }
    }
}
