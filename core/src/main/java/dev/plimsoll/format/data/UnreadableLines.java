package dev.plimsoll.format.data;

import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;

/** Writes the lines of a text that are not records as {@code {line, text}}, in order. */
public final class UnreadableLines {

    private final Slice text;
    private int scannedEnd;
    private int lineNumber = 1;

    /** Creates the writer for the lines of a text. */
    public UnreadableLines(Slice text) {
        this.text = text;
        this.scannedEnd = text.from();
    }

    /**
     * Writes the next line that is not a record, with its number. Line feeds are counted from the end of the previous
     * scan.
     */
    public void write(Slice line, JsonWriter json) {
        for (; scannedEnd < line.from(); scannedEnd++) {
            lineNumber += text.bytes()[scannedEnd] == '\n' ? 1 : 0;
        }
        json.beginObject().number("line", lineNumber).string("text", line).endObject();
    }
}
