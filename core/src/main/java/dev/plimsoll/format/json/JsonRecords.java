package dev.plimsoll.format.json;

import dev.plimsoll.format.data.LineErrors;
import dev.plimsoll.format.data.TextData;
import dev.plimsoll.format.data.UnreadableLines;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** JSON values in a text, in sequence or as the items of an array. */
final class JsonRecords implements TextData {

    private final String label;
    private final Slice text;
    private int[] bounds = new int[32];
    private int count;
    private boolean isArray;
    private LineErrors lineErrors = LineErrors.NONE;

    JsonRecords(String label, Slice text) {
        this.label = label;
        this.text = text;
    }

    static JsonRecords ofArray(String label, Slice array) {
        JsonRecords records = new JsonRecords(label, array);
        ItemIndex items = ItemIndex.of(array);
        for (int i = 0; i < items.count(); i++) {
            records.add(items.start(i), items.end(i));
        }
        records.isArray = true;
        return records;
    }

    /** Adds the value between these offsets in the bytes of the text. */
    void add(int from, int to) {
        if (2 * count == bounds.length) {
            bounds = Arrays.copyOf(bounds, 4 * count);
        }
        bounds[2 * count] = from;
        bounds[2 * count + 1] = to;
        count++;
    }

    /** Adds a line that is not a value. It is marked by a negative start offset. */
    void addUnreadableLine(int from, int to, int lineNumber) {
        add(-from - 1, to);
        lineErrors = lineErrors.withUnreadableLine(lineNumber);
    }

    int count() {
        return count;
    }

    Slice value(int i) {
        return new Slice(text.bytes(), start(i), bounds[2 * i + 1]);
    }

    private boolean isValue(int i) {
        return bounds[2 * i] >= 0;
    }

    private int start(int i) {
        return isValue(i) ? bounds[2 * i] : -bounds[2 * i] - 1;
    }

    @Override
    public String label() {
        return label;
    }

    @Override
    public int size() {
        return text.length() + count + 2;
    }

    @Override
    public void writeTo(ByteSink out) {
        if (isArray) {
            out.raw(text);
            return;
        }
        UnreadableLines unreadableLines = new UnreadableLines(text);
        JsonWriter json = new JsonWriter(out).beginArray();
        for (int i = 0; i < count; i++) {
            if (isValue(i)) {
                json.raw(value(i));
            } else {
                unreadableLines.write(value(i), json);
            }
        }
        json.endArray();
    }

    @Override
    public @Nullable Slice text(int from, int to) {
        int start = from < to ? start(from) : 0;
        Slice records = from < to ? new Slice(text.bytes(), start, bounds[2 * to - 1]) : text.sub(0, 0);
        return isArray
                ? new ByteSink(records.length() + 2)
                        .ascii("[")
                        .raw(records)
                        .ascii("]")
                        .slice()
                : records;
    }

    @Override
    public LineErrors lineErrors() {
        return lineErrors;
    }
}
