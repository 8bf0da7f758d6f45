package dev.plimsoll.format.line;

import dev.plimsoll.format.data.ConvertedText;
import dev.plimsoll.format.data.LineErrors;
import dev.plimsoll.format.data.Spans;
import dev.plimsoll.format.data.TextData;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;

/** Writes matches, and lines that belong to none, as records. */
final class MatchWriter {

    private static final String LABEL = "matches";

    private final Slice text;
    private final boolean hasColumns;
    private final Spans records = new Spans();
    private final ByteSink out;
    private final JsonWriter json;
    private boolean hasGroups;
    private boolean isTooLong;

    /**
     * Creates a writer.
     *
     * @param hasColumns whether all matches have a column; otherwise it belongs to their text
     */
    MatchWriter(Slice text, boolean hasColumns) {
        this.text = text;
        this.hasColumns = hasColumns;
        this.out = new ByteSink(text.length() + text.length() / 2 + 64);
        this.json = new JsonWriter(out).beginArray();
    }

    boolean hasColumns() {
        return hasColumns;
    }

    /** Returns whether the records are so long that the text should stay a text; nothing more is written then. */
    boolean isTooLong() {
        return isTooLong;
    }

    /** Writes all lines of the text. */
    MatchWriter addAll() {
        MatchLines lines = new MatchLines(text);
        while (!isTooLong && lines.next()) {
            add(lines);
        }
        return this;
    }

    /** Writes the current line. */
    void add(MatchLines lines) {
        if (isTooLong) {
            return;
        }
        if (lines.isMatch()) {
            hasGroups |= lines.match().isGrouped();
            write(lines.match());
        } else {
            json.beginObject()
                    .number("line", lines.line())
                    .string("text", lines.content())
                    .endObject();
        }
        records.add(lines.start(), lines.stop());
        isTooLong = ConvertedText.isTooLong(out.size(), text);
    }

    private void write(MatchLine match) {
        json.beginObject().string("path", match.path()).raw("line", match.line());
        if (hasColumns) {
            json.raw("column", match.column());
        }
        json.string("text", match.text(hasColumns));
        if (match.isContext()) {
            json.bool("context", true);
        }
        json.endObject();
    }

    TextData data(LineErrors errors) {
        json.endArray();
        // some of the lines without the path above them are not in this format
        return hasGroups
                ? new ConvertedText(LABEL, out.slice(), null, errors)
                : ConvertedText.ofRecords(LABEL, out.slice(), text, records, errors);
    }
}
