package dev.plimsoll.format.yaml;

import dev.plimsoll.format.data.Spans;
import dev.plimsoll.json.Slice;
import org.snakeyaml.engine.v2.exceptions.Mark;

/** Finds the lines of each item of a list in which each item begins with a hyphen in a new line. */
final class YamlItems {

    private static final int NONE = -1;

    private final Slice text;
    private final int column;
    private final Spans spans = new Spans();
    private int offset;
    private int codePointIndex;
    private int itemStart = NONE;
    private boolean hasFoundAll = true;

    YamlItems(Slice text, int column) {
        this.text = text;
        this.column = column;
        this.offset = text.from();
    }

    /** Starts the next item, whose value begins at a mark. */
    void startItem(Mark mark) {
        moveToCodePoint(mark.getIndex());
        // the hyphen is in the line of the value or above it
        int lineStart = offset;
        do {
            lineStart = startOfLine(lineStart - 1);
        } while (lineStart > Math.max(itemStart, text.from()) && !hasHyphen(lineStart) && hasFoundAll);
        hasFoundAll &= hasHyphen(lineStart) && lineStart > itemStart;
        endItem(lineStart);
        itemStart = lineStart;
    }

    /** Ends the last item; returns the lines of all of them. */
    Spans finish() {
        endItem(text.to());
        return spans;
    }

    /** Returns whether the lines of all items were found. */
    boolean hasFoundAll() {
        return hasFoundAll;
    }

    private void endItem(int to) {
        if (itemStart != NONE) {
            int end = to;
            while (end > itemStart && (text.bytes()[end - 1] == '\n' || text.bytes()[end - 1] == '\r')) {
                end--;
            }
            spans.add(itemStart, end);
        }
    }

    private void moveToCodePoint(int index) {
        byte[] bytes = text.bytes();
        while (codePointIndex < index && offset < text.to()) {
            offset++;
            while (offset < text.to() && (bytes[offset] & 0xC0) == 0x80) {
                offset++;
            }
            codePointIndex++;
        }
    }

    /** Returns the offset of the line that contains a position. */
    private int startOfLine(int position) {
        int i = Math.max(position, text.from());
        while (i > text.from() && text.bytes()[i - 1] != '\n') {
            i--;
        }
        return i;
    }

    private boolean hasHyphen(int lineStart) {
        int hyphen = lineStart + column;
        if (hyphen >= text.to() || text.bytes()[hyphen] != '-') {
            return false;
        }
        for (int i = lineStart; i < hyphen; i++) {
            if (text.bytes()[i] != ' ') {
                return false;
            }
        }
        return true;
    }
}
