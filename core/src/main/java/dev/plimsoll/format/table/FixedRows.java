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
            boolean isRule = lines.line() == 2 && columns.hasRule();
            if (!isRule && !lines.isBlank()) {
                isRecord = split() || lines.line() == 1;
                return true;
            }
        }
        return false;
    }

    /** Splits the line; returns false if it has text between two columns. */
    private boolean split() {
        byte[] b = text.bytes();
        int at = lines.start();
        int place = 0;
        boolean isFree = true;
        for (int column = 0; column < columns.count(); column++) {
            for (; place < columns.start(column) && at < lines.stop(); place++) {
                at = nextCharacter(b, at);
            }
            cellStarts[column] = at;
            isFree &= column == 0 || at >= lines.stop() || b[at - 1] == ' ';
        }
        cellStarts[columns.count()] = lines.stop();
        return isFree;
    }

    private int nextCharacter(byte[] b, int at) {
        int next = at + 1;
        while (next < lines.stop() && (b[next] & 0xC0) == 0x80) {
            next++;
        }
        return next;
    }

    @Override
    public boolean isRecord() {
        return isRecord;
    }

    @Override
    public int line() {
        return lines.line();
    }

    @Override
    public int start() {
        return lines.start();
    }

    @Override
    public int stop() {
        return lines.stop();
    }

    @Override
    public int cells() {
        return columns.count();
    }

    @Override
    public Slice cell(int i) {
        return Json.trim(new Slice(text.bytes(), cellStarts[i], cellStarts[i + 1]));
    }

    @Override
    public Slice text(int i) {
        return cell(i);
    }
}
