package dev.plimsoll.format.row;

import dev.plimsoll.format.data.LineErrors;
import dev.plimsoll.format.data.OtherText;
import dev.plimsoll.format.data.TextData;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/**
 * Rows in data that was read from a text.
 *
 * @param json the data as JSON, with the rows as arrays
 */
public record RowsInText(TextData data, Slice json, RowArrays rows) implements TextData {

    @Override
    public String label() {
        return data.label() + " " + rows.records().label();
    }

    @Override
    public String remark() {
        return rows.records().remark();
    }

    @Override
    public int size() {
        return rows.records().size();
    }

    @Override
    public void writeTo(ByteSink out) {
        rows.records().writeTo(out);
    }

    /** Returns the JSON with only the rows of some records; everything around the list of rows stays. */
    @Override
    public @Nullable Slice text(int from, int to) {
        Slice list = rows.list();
        return new ByteSink(64)
                .raw(new Slice(json.bytes(), json.from(), list.from()))
                .raw(rows.records().text(from, to))
                .raw(new Slice(json.bytes(), list.to(), json.to()))
                .slice();
    }

    @Override
    public LineErrors lineErrors() {
        return data.lineErrors().firstLine() > 0
                ? data.lineErrors()
                : rows.records().lineErrors();
    }

    @Override
    public String errorUnit() {
        return data.lineErrors().firstLine() > 0
                ? data.errorUnit()
                : rows.records().errorUnit();
    }

    @Override
    public OtherText otherText() {
        return data.otherText();
    }
}
