package dev.plimsoll.format.table;

import dev.plimsoll.format.data.LineScanner;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;

/** Scans the rows of a table of fixed width. The last column takes the rest of its line. */
final class FixedRows implements TableRows {

    private final Slice text;
    private final LineScanner lines;
    private final FixedColumns columns;
    private final int[] cellStarts;
    private boolean isRecord;

    FixedRows(Slice text, FixedColumns columns) {
        this.text = text;
        this.lines = new LineScanner(text);
        this.columns = columns;
        this.cellStarts = new int[columns.count() + 1];
    }

    @Override
    public boolean next() {
        while (lines.next()) {
            boolean isRule = lines.lineNumber() == 2 && columns.hasRule();
            if (!isRule && !lines.isBlank()) {
                // the first line is the header, whose names may be longer than their columns
                isRecord = splitLine() || lines.lineNumber() == 1;
                return true;
            }
        }
        return false;
    }

    /** Splits the line; returns false if a text runs across the start of a column. */
    private boolean splitLine() {
        byte[] bytes = text.bytes();
        int offset = lines.start();
        int character = 0;
        boolean hasTextAcrossCells = false;
        for (int column = 0; column < columns.count(); column++) {
            for (; character < columns.start(column) && offset < lines.end(); character++) {
                offset = skipCharacter(bytes, offset);
            }
            cellStarts[column] = offset;
            hasTextAcrossCells |= column > 0 && offset < lines.end() && bytes[offset - 1] != ' ';
        }
        cellStarts[columns.count()] = lines.end();
        return !hasTextAcrossCells;
    }

    private int skipCharacter(byte[] bytes, int offset) {
        int next = offset + 1;
        while (next < lines.end() && (bytes[next] & 0xC0) == 0x80) {
            next++;
        }
        return next;
    }

    @Override
    public boolean isRecord() {
        return isRecord;
    }

    @Override
    public int lineNumber() {
        return lines.lineNumber();
    }

    @Override
    public int start() {
        return lines.start();
    }

    @Override
    public int end() {
        return lines.end();
    }

    @Override
    public int cellCount() {
        return columns.count();
    }

    @Override
    public Slice cell(int i) {
        return Json.trim(new Slice(text.bytes(), cellStarts[i], cellStarts[i + 1]));
    }

    @Override
    public Slice cellText(int i) {
        return cell(i);
    }
}
