package dev.plimsoll.format;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;

/** Writes the lines of a text that are not records as {@code {line, text}}, in order. */
final class UnreadLines {

    private final Slice text;
    private int at;
    private int line = 1;

    UnreadLines(Slice text) {
        this.text = text;
        this.at = text.from();
    }

    void write(Slice unread, ByteSink out) {
        for (; at < unread.from(); at++) {
            line += text.bytes()[at] == '\n' ? 1 : 0;
        }
        out.ascii("{\"line\":").number(line).ascii(",\"text\":").string(unread).ascii("}");
    }
}
