package dev.plimsoll.format.json;

import dev.plimsoll.format.data.TextData;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** Text that is one JSON object. */
record JsonObject(Slice value) implements TextData {

    @Override
    public String label() {
        return "JSON";
    }

    @Override
    public int size() {
        return value.length();
    }

    @Override
    public void writeTo(ByteSink out) {
        out.raw(value);
    }

    @Override
    public @Nullable Slice text(int from, int to) {
        return null;
    }
}
