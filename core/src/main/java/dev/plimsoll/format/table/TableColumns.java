package dev.plimsoll.format.table;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import java.util.HashSet;
import java.util.Set;

/** Columns of a table: their names, and which of them are numbers. All rows must be seen before the first is written. */
final class TableColumns {

    private final Slice[] headers;
    private final boolean[] hasDoubledQuotes;
    private final boolean[] isText;
    private final boolean[] isNumber;
    private final boolean[] hasWords;
    private boolean startsWithSpaces = true;
    private boolean hasHeader;
    private byte[][] names = new byte[0][];

    private TableColumns(Slice[] heads, boolean[] quotesInHead) {
        this.headers = heads;
        this.hasDoubledQuotes = quotesInHead;
        this.isText = new boolean[heads.length];
        this.isNumber = new boolean[heads.length];
        this.hasWords = new boolean[heads.length];
    }

    /** Creates the columns of a table from its first row. */
    static TableColumns of(RowScanner first) {
        Slice[] heads = new Slice[first.cells()];
        boolean[] doubled = new boolean[first.cells()];
        for (int i = 0; i < heads.length; i++) {
            heads[i] = first.cell(i);
            doubled[i] = first.hasDoubledQuotes(i);
        }
        TableColumns tableColumns = new TableColumns(heads, doubled);
        for (int i = 1; i < heads.length; i++) {
            tableColumns.startsWithSpaces &= startsBlank(heads[i]);
        }
        tableColumns.hasHeader = tableColumns.canBeHeader();
        return tableColumns;
    }

    /** Returns whether the first row can contain names: distinct, not empty, not numbers. */
    private boolean canBeHeader() {
        Set<Slice> distinct = new HashSet<>();
        for (Slice head : headers) {
            if (head.isEmpty() || JsonNumber.is(head) || !distinct.add(head)) {
                return false;
            }
        }
        return true;
    }

    /** Updates the columns with a row that is not the first. */
    void addRow(RowScanner row) {
        int cells = Math.min(row.cells(), headers.length);
        for (int i = 0; i < cells; i++) {
            Slice cell = row.cell(i);
            hasHeader &= !cell.contentEquals(headers[i]);
            startsWithSpaces &= i == 0 || startsBlank(cell);
            hasWords[i] |= startsWithSpaces && !JsonNumber.is(Json.trim(cell));
            if (!isText[i] && !cell.isEmpty()) {
                isText[i] = !JsonNumber.is(cell);
                isNumber[i] = true;
            }
        }
    }

    /** Fixes the names and types after all rows were seen. */
    void finish() {
        names = new byte[headers.length][];
        for (int i = 0; i < headers.length; i++) {
            if (!hasHeader && !headers[i].isEmpty()) {
                isText[i] |= !JsonNumber.is(headers[i]);
                isNumber[i] = true;
            }
            isNumber[i] &= !isText[i];
            names[i] = hasHeader ? name(TableCells.text(headers[i], hasDoubledQuotes[i])) : numberedName(i);
        }
    }

    private static byte[] numberedName(int i) {
        return name(Slice.of("c" + (i + 1)));
    }

    private static byte[] name(Slice text) {
        return new ByteSink(text.length() + 4).string(text).ascii(":").toByteArray();
    }

    int count() {
        return headers.length;
    }

    /**
     * Returns whether the rows may be clauses of sentences: a blank follows each separator, and neither names nor
     * numbers show a table.
     */
    boolean looksLikeClauses() {
        boolean number = false;
        for (int i = 0; i < hasWords.length; i++) {
            number |= !hasWords[i];
        }
        return startsWithSpaces && (!hasHeader || (headers.length == 2 && !number));
    }

    private static boolean startsBlank(Slice cell) {
        return !cell.isEmpty() && cell.at(0) == ' ';
    }

    /** Returns whether the first row contains names and is not a record. */
    boolean hasHeader() {
        return hasHeader;
    }

    long nameBytes() {
        long bytes = 0;
        for (byte[] name : names) {
            bytes += name.length;
        }
        return bytes;
    }

    /** Writes a row as an object. */
    void write(RowScanner row, ByteSink out) {
        for (int i = 0; i < row.cells(); i++) {
            out.ascii(i == 0 ? "{" : ",").raw(Slice.of(i < names.length ? names[i] : numberedName(i)));
            Slice cell = row.cell(i);
            boolean number = i < isNumber.length && isNumber[i];
            if (number) {
                out.raw(cell.isEmpty() ? NULL : cell);
            } else {
                out.string(TableCells.text(cell, row.hasDoubledQuotes(i)));
            }
        }
        out.ascii("}");
    }

    private static final Slice NULL = Slice.of("null");
}
