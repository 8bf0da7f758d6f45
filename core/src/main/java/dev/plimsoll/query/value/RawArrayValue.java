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

    private final byte[] bytes;
    private final int from;
    private final int limit;
    private int end;
    private int count = UNKNOWN_END;
    private @Nullable ItemIndex index;

    RawArrayValue(byte[] bytes, int from, int limit, int end) {
        this.bytes = bytes;
        this.from = from;
        this.limit = limit;
        this.end = end;
    }

    int end() {
        if (end < 0) {
            end = Json.skipValue(bytes, from, limit);
        }
        return end;
    }

    @Override
    public Slice source() {
        return new Slice(bytes, from, end());
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
        int offset = Json.skipSpace(bytes, from + 1, limit);
        while (bytes[offset] != ']') {
            int itemEnd = Json.skipValue(bytes, offset, limit);
            queryMeter.addSteps(1 + (itemEnd - offset) / 64);
            offset = skipSeparator(itemEnd);
            items++;
        }
        end = offset + 1;
        return items;
    }

    /** Returns the offset of the next item, or of the closing bracket. */
    private int skipSeparator(int itemEnd) {
        int offset = Json.skipSpace(bytes, itemEnd, limit);
        return bytes[offset] == ',' ? Json.skipSpace(bytes, offset + 1, limit) : offset;
    }

    @Override
    public @Nullable Value get(int i, QueryMeter queryMeter) {
        if (i < SCANNED_ITEMS && index == null) {
            int offset = Json.skipSpace(bytes, from + 1, limit);
            for (int itemNumber = 0; itemNumber < i && bytes[offset] != ']'; itemNumber++) {
                int itemEnd = Json.skipValue(bytes, offset, limit);
                queryMeter.addScannedBytes(itemEnd - offset);
                offset = skipSeparator(itemEnd);
            }
            return bytes[offset] == ']' ? null : Value.startingAt(bytes, offset, limit);
        }
        ItemIndex items = itemIndex(queryMeter);
        return i < items.count() ? Value.of(bytes, items.start(i), items.end(i)) : null;
    }

    private ItemIndex itemIndex(QueryMeter queryMeter) {
        ItemIndex itemIndex = index;
        if (itemIndex == null) {
            itemIndex = ItemIndex.of(source());
            queryMeter.addScannedBytes(end() - from);
            queryMeter.addBuiltBytes((long) BYTES_PER_ITEM * itemIndex.count());
            index = itemIndex;
            count = itemIndex.count();
        }
        return itemIndex;
    }

    @Override
    public ValueIterator items(QueryMeter queryMeter) {
        return new Items(queryMeter);
    }

    @Override
    public ListArrayValue toListArray(QueryMeter queryMeter) {
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
        private int offset = -1;
        private @Nullable Value value;

        Items(QueryMeter queryMeter) {
            this.queryMeter = queryMeter;
        }

        @Override
        public boolean next() {
            int previousOffset = offset;
            if (value == null) {
                offset = Json.skipSpace(bytes, from + 1, limit);
            } else {
                offset = RawArrayValue.this.skipSeparator(Value.end(value, bytes, offset, limit));
                queryMeter.addSteps(1 + (offset - previousOffset) / 64);
            }
            if (bytes[offset] == ']') {
                end = offset + 1;
                return false;
            }
            value = Value.startingAt(bytes, offset, limit);
            return true;
        }

        @Override
        public Value value() {
            return value == null ? ConstantValue.NULL : value;
        }
    }
}
