package dev.plimsoll.format;

import dev.plimsoll.format.data.LineErrors;
import dev.plimsoll.format.data.OtherText;
import dev.plimsoll.format.data.TextData;
import dev.plimsoll.format.data.UniformRecords;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/**
 * Data with a few lines of other text around it.
 *
 * @param linesBefore the number of lines before the data
 */
record SurroundedData(TextData data, OtherText otherText, int linesBefore) implements TextData {

    @Override
    public String label() {
        return data.label();
    }

    @Override
    public String objectPhrase() {
        return data.objectPhrase();
    }

    @Override
    public int size() {
        return data.size();
    }

    @Override
    public void writeTo(ByteSink out) {
        data.writeTo(out);
    }

    @Override
    public @Nullable Slice text(int from, int to) {
        return data.text(from, to);
    }

    @Override
    public @Nullable UniformRecords uniformRecords() {
        return data.uniformRecords();
    }

    @Override
    public LineErrors lineErrors() {
        LineErrors errors = data.lineErrors();
        return errors.firstLine() == 0
                ? errors
                : new LineErrors(errors.unreadableLines(), errors.unevenRecords(), errors.firstLine() + linesBefore);
    }
}
