package dev.plimsoll.format.data;

import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;

/** Writes the lines of a text that are not records as {@code {line, text}}, in order. */
public final class UnreadLines {

    private final Slice text;
    private int at;
    private int line = 1;

    /** Creates the writer for the lines of a text. */
    public UnreadLines(Slice text) {
        this.text = text;
        this.at = text.from();
    }

    /**
     * Writes the next line that is not a record, with its number: the line feeds before it are counted from
     * the last one on.
     */
    public void write(Slice unread, JsonWriter json) {
        for (; at < unread.from(); at++) {
            line += text.bytes()[at] == '\n' ? 1 : 0;
        }
        json.beginObject().number("line", line).string("text", unread).endObject();
    }
}
