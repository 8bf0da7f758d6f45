package dev.plimsoll.format.table;

import dev.plimsoll.json.Slice;
import java.util.Arrays;

/**
 * Scans the rows of a separated text by RFC 4180: quoted cells may contain separators, line breaks, and doubled quotes.
 * A row with a quote that is not closed, or with text after a closing quote, is treated as a plain line.
 */
final class RowScanner implements TableRows {

    /** Maximum number of cells in a row: more than in any table made by a person. */
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
    private boolean isWellFormed;
    private boolean isUnclosed;

    /** Start and end of each cell. The start of a cell with doubled quotes is stored as a negative number. */
    private int[] bounds = new int[64];

    RowScanner(Slice text, byte separator) {
        this.b = text.bytes();
        this.at = text.from();
        this.end = text.to();
        this.separator = separator;
    }

    /** Moves to the next row that is not blank; returns false at the end. */
    @Override
    public boolean next() {
        skipBlank();
        if (at >= end) {
            return false;
        }
        start = at;
        line = nextLine;
        cells = 0;
        isUnclosed = false;
        isWellFormed = readRow();
        if (!isWellFormed) {
            at = start;
            nextLine = line;
            stop = lineEnd(at);
            at = skipLineBreak(stop);
        }
        return true;
    }

    private void skipBlank() {
        while (at < end && (b[at] == '\n' || (b[at] == '\r' && at + 1 < end && b[at + 1] == '\n'))) {
            at += b[at] == '\r' ? 2 : 1;
            nextLine++;
        }
    }

    private boolean readRow() {
        while (cells < MAX_CELLS) {
            int after = at < end && b[at] == QUOTE ? readQuotedCell() : readPlainCell();
            if (after < 0) {
                return false;
            }
            at = after;
            if (at >= end || b[at] != separator) {
                stop = at;
                at = skipLineBreak(at);
                return true;
            }
            at++;
        }
        return false;
    }

    private int readPlainCell() {
        int i = at;
        while (i < end && b[i] != separator && b[i] != '\n') {
            i++;
        }
        boolean endsWithReturn = i > at && b[i - 1] == '\r' && (i == end || b[i] == '\n');
        int to = endsWithReturn ? i - 1 : i;
        add(at, to, false);
        return to;
    }

    private int readQuotedCell() {
        int lines = 0;
        boolean isDoubled = false;
        for (int i = at + 1; i < end; i++) {
            if (b[i] == '\n') {
                lines++;
            } else if (b[i] == QUOTE) {
                if (i + 1 < end && b[i + 1] == QUOTE) {
                    isDoubled = true;
                    i++;
                    continue;
                }
                add(at + 1, i, isDoubled);
                nextLine += lines;
                return isEnd(i + 1) ? i + 1 : -1;
            }
        }
        isUnclosed = true;
        return -1;
    }

    /** Returns whether a cell can end here. */
    private boolean isEnd(int i) {
        return i == end || b[i] == separator || b[i] == '\n' || (b[i] == '\r' && (i + 1 == end || b[i + 1] == '\n'));
    }

    private void add(int from, int to, boolean isDoubled) {
        if (2 * cells == bounds.length) {
            bounds = Arrays.copyOf(bounds, 4 * cells);
        }
        bounds[2 * cells] = isDoubled ? -from - 1 : from;
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

    /** Returns the offset after the line break at this offset. */
    private int skipLineBreak(int i) {
        int next = i < end && b[i] == '\r' ? i + 1 : i;
        if (next < end && b[next] == '\n') {
            nextLine++;
            return next + 1;
        }
        return next;
    }

    /** Returns whether this row has cells, and is not a plain line. */
    boolean isWellFormed() {
        return isWellFormed;
    }

    /** Returns whether the row is a plain line because one of its quotes is never closed. */
    boolean isUnclosed() {
        return isUnclosed;
    }

    @Override
    public boolean isRecord() {
        return isWellFormed && cells > 1;
    }

    @Override
    public int line() {
        return line;
    }

    @Override
    public int start() {
        return start;
    }

    @Override
    public int stop() {
        return stop;
    }

    @Override
    public int cells() {
        return cells;
    }

    /** Returns the contents of a cell, in which quotes may be doubled. */
    @Override
    public Slice cell(int i) {
        int from = bounds[2 * i];
        return new Slice(b, hasDoubledQuotes(i) ? -from - 1 : from, bounds[2 * i + 1]);
    }

    @Override
    public Slice text(int i) {
        return TableCells.withSingle((byte) '"', cell(i), hasDoubledQuotes(i));
    }

    private boolean hasDoubledQuotes(int i) {
        return bounds[2 * i] < 0;
    }
}
