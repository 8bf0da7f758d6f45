package dev.plimsoll.format.line;

import dev.plimsoll.format.data.ConvertedText;
import dev.plimsoll.format.data.LineErrors;
import dev.plimsoll.format.data.Spans;
import dev.plimsoll.format.data.TextData;
import dev.plimsoll.format.data.UniformRecords;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.util.List;

/** Writes matches, and lines that belong to none, as records. */
final class MatchLineWriter {

    private static final String LABEL = "matches";
    private static final List<Slice> NAMES = List.of(Slice.of("path"), Slice.of("line"), Slice.of("text"));
    private static final List<Slice> NAMES_WITH_COLUMN =
            List.of(Slice.of("path"), Slice.of("line"), Slice.of("column"), Slice.of("text"));

    private final Slice text;
    private final boolean hasColumns;
    private final Spans records = new Spans();
    private final ByteSink out;
    private final JsonWriter json;
    private boolean hasGroupedMatches;
    private boolean hasUniformRecords = true;
    private boolean isTooLong;

    /**
     * Creates a writer.
     *
     * @param hasColumns whether all matches have a column; otherwise columns belong to the texts
     */
    MatchLineWriter(Slice text, boolean hasColumns) {
        this.text = text;
        this.hasColumns = hasColumns;
        this.out = new ByteSink(text.length() + text.length() / 2 + 64);
        this.json = new JsonWriter(out).beginArray();
    }

    boolean hasColumns() {
        return hasColumns;
    }

    /**
     * Returns whether the records are so long that the text must not be converted. Then the writer ignores all further
     * lines.
     */
    boolean isTooLong() {
        return isTooLong;
    }

    /** Writes all lines of the text. */
    MatchLineWriter writeAll() {
        MatchLines lines = new MatchLines(text);
        while (!isTooLong && lines.next()) {
            writeLine(lines);
        }
        return this;
    }

    /** Writes the current line. */
    void writeLine(MatchLines lines) {
        if (isTooLong) {
            return;
        }
        if (lines.isMatch()) {
            hasGroupedMatches |= lines.match().isGrouped();
            writeMatch(lines.match());
        } else {
            hasUniformRecords = false;
            json.beginObject()
                    .number("line", lines.lineNumber())
                    .string("text", lines.content())
                    .endObject();
        }
        records.add(lines.start(), lines.end());
        isTooLong = ConvertedText.isTooLong(out.size(), text);
    }

    private void writeMatch(MatchLine match) {
        json.beginObject().string("path", match.path()).raw("line", match.lineNumber());
        if (hasColumns) {
            json.raw("column", match.column());
        }
        json.string("text", match.text(hasColumns));
        if (match.isContext()) {
            hasUniformRecords = false;
            json.bool("context", true);
        }
        json.endObject();
    }

    TextData toTextData(LineErrors errors) {
        json.endArray();
        ConvertedText data = hasGroupedMatches
                // a range of the records is not a text in this format if the line with their path is above
                // the range
                ? new ConvertedText(LABEL, out.slice(), null, errors)
                : ConvertedText.ofRecords(LABEL, out.slice(), text, records, errors);
        return data.withUniformRecords(
                hasUniformRecords ? new UniformRecords(hasColumns ? NAMES_WITH_COLUMN : NAMES, records.count()) : null);
    }
}
