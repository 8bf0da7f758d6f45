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

    private final byte[] bytes;
    private final int textEnd;
    private final byte separator;
    private int offset;
    private int nextLineNumber = 1;
    private int lineNumber;
    private int start;
    private int end;
    private int cellCount;
    private boolean isWellFormed;
    private boolean isUnclosed;

    /** Start and end of each cell. The start of a cell with doubled quotes is stored as a negative number. */
    private int[] bounds = new int[64];

    RowScanner(Slice text, byte separator) {
        this.bytes = text.bytes();
        this.offset = text.from();
        this.textEnd = text.to();
        this.separator = separator;
    }

    /** Moves to the next row that is not blank; returns false at the end. */
    @Override
    public boolean next() {
        skipBlankLines();
        if (offset >= textEnd) {
            return false;
        }
        start = offset;
        lineNumber = nextLineNumber;
        cellCount = 0;
        isUnclosed = false;
        isWellFormed = readCells();
        if (!isWellFormed) {
            offset = start;
            nextLineNumber = lineNumber;
            end = endOfLine(offset);
            offset = skipLineBreak(end);
        }
        return true;
    }

    private void skipBlankLines() {
        while (offset < textEnd
                && (bytes[offset] == '\n'
                        || (bytes[offset] == '\r' && offset + 1 < textEnd && bytes[offset + 1] == '\n'))) {
            offset += bytes[offset] == '\r' ? 2 : 1;
            nextLineNumber++;
        }
    }

    private boolean readCells() {
        while (cellCount < MAX_CELLS) {
            int cellEnd = offset < textEnd && bytes[offset] == QUOTE ? readQuotedCell() : readPlainCell();
            if (cellEnd < 0) {
                return false;
            }
            offset = cellEnd;
            if (offset >= textEnd || bytes[offset] != separator) {
                end = offset;
                offset = skipLineBreak(offset);
                return true;
            }
            offset++;
        }
        return false;
    }

    private int readPlainCell() {
        int i = offset;
        while (i < textEnd && bytes[i] != separator && bytes[i] != '\n') {
            i++;
        }
        boolean endsWithReturn = i > offset && bytes[i - 1] == '\r' && (i == textEnd || bytes[i] == '\n');
        int to = endsWithReturn ? i - 1 : i;
        addCell(offset, to, false);
        return to;
    }

    private int readQuotedCell() {
        int lines = 0;
        boolean hasDoubledQuote = false;
        for (int i = offset + 1; i < textEnd; i++) {
            if (bytes[i] == '\n') {
                lines++;
            } else if (bytes[i] == QUOTE) {
                if (i + 1 < textEnd && bytes[i + 1] == QUOTE) {
                    hasDoubledQuote = true;
                    i++;
                    continue;
                }
                addCell(offset + 1, i, hasDoubledQuote);
                nextLineNumber += lines;
                return isCellEnd(i + 1) ? i + 1 : -1;
            }
        }
        isUnclosed = true;
        return -1;
    }

    /** Returns whether a cell can end at this offset. */
    private boolean isCellEnd(int i) {
        return i == textEnd
                || bytes[i] == separator
                || bytes[i] == '\n'
                || (bytes[i] == '\r' && (i + 1 == textEnd || bytes[i + 1] == '\n'));
    }

    private void addCell(int from, int to, boolean hasDoubledQuote) {
        if (2 * cellCount == bounds.length) {
            bounds = Arrays.copyOf(bounds, 4 * cellCount);
        }
        bounds[2 * cellCount] = hasDoubledQuote ? -from - 1 : from;
        bounds[2 * cellCount + 1] = to;
        cellCount++;
    }

    private int endOfLine(int from) {
        int i = from;
        while (i < textEnd && bytes[i] != '\n') {
            i++;
        }
        return i > from && bytes[i - 1] == '\r' ? i - 1 : i;
    }

    /** Returns the offset after the line break at this offset. */
    private int skipLineBreak(int i) {
        int next = i < textEnd && bytes[i] == '\r' ? i + 1 : i;
        if (next < textEnd && bytes[next] == '\n') {
            nextLineNumber++;
            return next + 1;
        }
        return next;
    }

    /** Returns whether the row follows the rules for quotes; otherwise it is treated as a plain line. */
    boolean isWellFormed() {
        return isWellFormed;
    }

    /** Returns whether the row is a plain line because one of its quotes is never closed. */
    boolean isUnclosed() {
        return isUnclosed;
    }

    @Override
    public boolean isRecord() {
        return isWellFormed && cellCount > 1;
    }

    @Override
    public int lineNumber() {
        return lineNumber;
    }

    @Override
    public int start() {
        return start;
    }

    @Override
    public int end() {
        return end;
    }

    @Override
    public int cellCount() {
        return cellCount;
    }

    /** Returns the contents of a cell, in which quotes may be doubled. */
    @Override
    public Slice cell(int i) {
        int from = bounds[2 * i];
        return new Slice(bytes, hasDoubledQuotes(i) ? -from - 1 : from, bounds[2 * i + 1]);
    }

    @Override
    public Slice cellText(int i) {
        return TableCells.undoubleQuotes(cell(i), QUOTE, hasDoubledQuotes(i));
    }

    private boolean hasDoubledQuotes(int i) {
        return bounds[2 * i] < 0;
    }
}
