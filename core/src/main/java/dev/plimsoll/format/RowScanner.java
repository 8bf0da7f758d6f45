package dev.plimsoll.format;

import dev.plimsoll.json.Slice;
import java.util.Arrays;

/**
 * Walks over the rows of a text with separators, by RFC 4180: quoted cells hold separators, line ends, and doubled quotes.
 * A row with a quote that is not closed, or that something follows, is only a line.
 */
final class RowScanner {

    /** More cells than any table that a person made. */
    static final int MAX_CELLS = 10_000;

    private static final byte QUOTE = '"';

    private final byte[] b;
    private final int end;
    private final byte separator;
    private int at;
    private int nextLine = 1;
    private int line;
    private int start;
    private int stop;
    private int cells;
    private boolean sound;
    private boolean open;
    private int[] bounds = new int[64];

    RowScanner(Slice text, byte separator) {
        this.b = text.bytes();
        this.at = text.from();
        this.end = text.to();
        this.separator = separator;
    }

    /** Goes to the next row that is not blank; false at the end. */
    boolean next() {
        skipBlank();
        if (at >= end) {
            return false;
        }
        start = at;
        line = nextLine;
        cells = 0;
        open = false;
        sound = read();
        if (!sound) {
            at = start;
            nextLine = line;
            stop = lineEnd(at);
            at = feed(stop);
        }
        return true;
    }

    private void skipBlank() {
        while (at < end && (b[at] == '\n' || (b[at] == '\r' && at + 1 < end && b[at + 1] == '\n'))) {
            at += b[at] == '\r' ? 2 : 1;
            nextLine++;
        }
    }

    private boolean read() {
        while (cells < MAX_CELLS) {
            int after = at < end && b[at] == QUOTE ? quoted() : plain();
            if (after < 0) {
                return false;
            }
            at = after;
            if (at >= end || b[at] != separator) {
                stop = at;
                at = feed(at);
                return true;
            }
            at++;
        }
        return false;
    }

    private int plain() {
        int i = at;
        while (i < end && b[i] != separator && b[i] != '\n') {
            i++;
        }
        boolean returned = i > at && b[i - 1] == '\r' && (i == end || b[i] == '\n');
        int to = returned ? i - 1 : i;
        add(at, to, false);
        return to;
    }

    private int quoted() {
        int lines = 0;
        boolean doubled = false;
        for (int i = at + 1; i < end; i++) {
            if (b[i] == '\n') {
                lines++;
            } else if (b[i] == QUOTE) {
                if (i + 1 < end && b[i + 1] == QUOTE) {
                    doubled = true;
                    i++;
                    continue;
                }
                add(at + 1, i, doubled);
                nextLine += lines;
                return isEnd(i + 1) ? i + 1 : -1;
            }
        }
        open = true;
        return -1;
    }

    /** Whether a cell can end here. */
    private boolean isEnd(int i) {
        return i == end || b[i] == separator || b[i] == '\n' || (b[i] == '\r' && (i + 1 == end || b[i + 1] == '\n'));
    }

    private void add(int from, int to, boolean doubled) {
        if (2 * cells == bounds.length) {
            bounds = Arrays.copyOf(bounds, 4 * cells);
        }
        bounds[2 * cells] = doubled ? -from - 1 : from;
        bounds[2 * cells + 1] = to;
        cells++;
    }

    private int lineEnd(int from) {
        int i = from;
        while (i < end && b[i] != '\n') {
            i++;
        }
        return i > from && b[i - 1] == '\r' ? i - 1 : i;
    }

    /** The offset after the line end that stands here. */
    private int feed(int i) {
        int next = i < end && b[i] == '\r' ? i + 1 : i;
        if (next < end && b[next] == '\n') {
            nextLine++;
            return next + 1;
        }
        return next;
    }

    /** Returns whether this row has cells, and is not only a line. */
    boolean isSound() {
        return sound;
    }

    /** Returns whether the row is only a line because a quote in it is never closed. */
    boolean isOpen() {
        return open;
    }

    /** The number of the line in which the row begins, from 1. */
    int line() {
        return line;
    }

    /** The offset of the first byte of the row in the bytes of the text. */
    int start() {
        return start;
    }

    /** The offset after the last byte of the row, without what ends the line. */
    int stop() {
        return stop;
    }

    int cells() {
        return cells;
    }

    /** The inside of a cell; its quotes are doubled where {@link #isDoubled} says so. */
    Slice cell(int i) {
        int from = bounds[2 * i];
        return new Slice(b, isDoubled(i) ? -from - 1 : from, bounds[2 * i + 1]);
    }

    boolean isDoubled(int i) {
        return bounds[2 * i] < 0;
    }
}
