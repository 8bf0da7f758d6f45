package dev.plimsoll.format.toon;

import dev.plimsoll.format.data.Spans;
import dev.plimsoll.format.data.TextData;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;

/** Text that is one array. The text of a range of items has a header with their number. */
record ToonRecords(String label, Slice source, Slice json, ToonHeader header, Spans items) implements TextData {

    @Override
    public int size() {
        return json.length();
    }

    @Override
    public void writeTo(ByteSink out) {
        out.raw(json);
    }

    @Override
    public Slice text(int from, int to) {
        byte[] bytes = source.bytes();
        Slice headerAfterCount = items.count() == 0
                ? new Slice(bytes, header.countEnd(), header.end())
                : new Slice(bytes, header.countEnd(), items.from(0));
        ByteSink out = new ByteSink(headerAfterCount.length() + 16)
                .ascii("[")
                .number((long) to - from)
                .raw(headerAfterCount);
        return from == to
                ? out.slice()
                : out.raw(new Slice(bytes, items.from(from), items.to(to - 1))).slice();
    }
}
