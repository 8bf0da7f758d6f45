package dev.plimsoll.query.value;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** Array in a document. It is scanned for the first items and for iteration, and indexed for other items. */
public final class RawArrayValue extends ArrayValue {

    private static final int BYTES_PER_ITEM = 8;

    /** Number of first items that are found by scanning. */
    private static final int SCANNED_ITEMS = 4;

    private final byte[] b;
    private final int from;
    private final int limit;
    private int end;
    private int count = UNKNOWN_END;
    private @Nullable ItemIndex index;

    RawArrayValue(byte[] b, int from, int limit, int end) {
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
    public Slice source() {
        return new Slice(b, from, end());
    }

    @Override
    public int length(QueryMeter queryMeter) {
        if (count < 0) {
            count = index == null ? countItems(queryMeter) : index.count();
        }
        return count;
    }

    private int countItems(QueryMeter queryMeter) {
        int items = 0;
        int at = Json.skipSpace(b, from + 1, limit);
        while (b[at] != ']') {
            int after = Json.skipValue(b, at, limit);
            queryMeter.addSteps(1 + (after - at) / 64);
            at = skipSeparator(after);
            items++;
        }
        end = at + 1;
        return items;
    }

    /** Returns the offset of the next item, or of the closing bracket. */
    private int skipSeparator(int after) {
        int at = Json.skipSpace(b, after, limit);
        return b[at] == ',' ? Json.skipSpace(b, at + 1, limit) : at;
    }

    @Override
    public @Nullable Value get(int i, QueryMeter queryMeter) {
        if (i < SCANNED_ITEMS && index == null) {
            int at = Json.skipSpace(b, from + 1, limit);
            for (int skip = 0; skip < i && b[at] != ']'; skip++) {
                int after = Json.skipValue(b, at, limit);
                queryMeter.addScannedBytes(after - at);
                at = skipSeparator(after);
            }
            return b[at] == ']' ? null : Value.startingAt(b, at, limit);
        }
        ItemIndex items = index(queryMeter);
        return i < items.count() ? Value.of(b, items.start(i), items.end(i)) : null;
    }

    private ItemIndex index(QueryMeter queryMeter) {
        ItemIndex known = index;
        if (known == null) {
            known = ItemIndex.of(source());
            queryMeter.addScannedBytes(end() - from);
            queryMeter.addBuiltBytes((long) BYTES_PER_ITEM * known.count());
            index = known;
            count = known.count();
        }
        return known;
    }

    @Override
    public ValueIterator items(QueryMeter queryMeter) {
        return new Items(queryMeter);
    }

    @Override
    public ListArrayValue list(QueryMeter queryMeter) {
        ListArrayValue list = new ListArrayValue(index == null ? 8 : index.count());
        ValueIterator elements = items(queryMeter);
        while (elements.next()) {
            list.add(elements.value(), queryMeter);
        }
        return list;
    }

    /** Iterates over the items. It scans to the end of an item only if that end is not known from reading the item. */
    private final class Items implements ValueIterator {

        private final QueryMeter queryMeter;
        private int at = -1;
        private @Nullable Value value;

        Items(QueryMeter queryMeter) {
            this.queryMeter = queryMeter;
        }

        @Override
        public boolean next() {
            int before = at;
            if (value == null) {
                at = Json.skipSpace(b, from + 1, limit);
            } else {
                at = RawArrayValue.this.skipSeparator(Value.end(value, b, at, limit));
                queryMeter.addSteps(1 + (at - before) / 64);
            }
            if (b[at] == ']') {
                end = at + 1;
                return false;
            }
            value = Value.startingAt(b, at, limit);
            return true;
        }

        @Override
        public Value value() {
            return value == null ? ConstantValue.NULL : value;
        }
    }
}
