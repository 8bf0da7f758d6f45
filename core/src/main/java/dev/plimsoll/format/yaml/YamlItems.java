package dev.plimsoll.format.yaml;

import dev.plimsoll.format.data.Spans;
import dev.plimsoll.json.Slice;
import org.snakeyaml.engine.v2.exceptions.Mark;

/** Finds the lines of the items of a list that has a line with a hyphen for each. */
final class YamlItems {

    private static final int NONE = -1;

    private final Slice text;
    private final int column;
    private final Spans spans = new Spans();
    private int at;
    private int codePoints;
    private int itemStart = NONE;
    private boolean isFound = true;

    YamlItems(Slice text, int column) {
        this.text = text;
        this.column = column;
        this.at = text.from();
    }

    /** Starts the next item, whose value is at a mark. */
    void start(Mark mark) {
        moveTo(mark.getIndex());
        // the hyphen is in the line of the value or above it
        int line = at;
        do {
            line = lineStart(line - 1);
        } while (line > Math.max(itemStart, text.from()) && !hasHyphen(line) && isFound);
        isFound &= hasHyphen(line) && line > itemStart;
        end(line);
        itemStart = line;
    }

    /** Ends the last item; returns the lines of all of them. */
    Spans finish() {
        end(text.to());
        return spans;
    }

    /** Returns whether the lines of all items were found. */
    boolean isFound() {
        return isFound;
    }

    private void end(int to) {
        if (itemStart != NONE) {
            int end = to;
            while (end > itemStart && (text.bytes()[end - 1] == '\n' || text.bytes()[end - 1] == '\r')) {
                end--;
            }
            spans.add(itemStart, end);
        }
    }

    private void moveTo(int index) {
        byte[] b = text.bytes();
        while (codePoints < index && at < text.to()) {
            at++;
            while (at < text.to() && (b[at] & 0xC0) == 0x80) {
                at++;
            }
            codePoints++;
        }
    }

    /** Returns where the line of an offset starts. */
    private int lineStart(int offset) {
        int i = Math.max(offset, text.from());
        while (i > text.from() && text.bytes()[i - 1] != '\n') {
            i--;
        }
        return i;
    }

    private boolean hasHyphen(int line) {
        int hyphen = line + column;
        if (hyphen >= text.to() || text.bytes()[hyphen] != '-') {
            return false;
        }
        for (int i = line; i < hyphen; i++) {
            if (text.bytes()[i] != ' ') {
                return false;
            }
        }
        return true;
    }
}
