package dev.plimsoll.format;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import java.util.HashSet;
import java.util.Set;

/** Columns of a table: their names, and which of them are numbers. All rows must be seen before the first is written. */
final class TableColumns {

    private final Slice[] heads;
    private final boolean[] quotesInHead;
    private final boolean[] texts;
    private final boolean[] numbers;
    private final boolean[] words;
    private boolean spaced = true;
    private boolean named;
    private byte[][] names = new byte[0][];

    private TableColumns(Slice[] heads, boolean[] quotesInHead) {
        this.heads = heads;
        this.quotesInHead = quotesInHead;
        this.texts = new boolean[heads.length];
        this.numbers = new boolean[heads.length];
        this.words = new boolean[heads.length];
    }

    /** Creates the columns of a table from its first row. */
    static TableColumns of(RowScanner first) {
        Slice[] heads = new Slice[first.cells()];
        boolean[] doubled = new boolean[first.cells()];
        for (int i = 0; i < heads.length; i++) {
            heads[i] = first.cell(i);
            doubled[i] = first.isDoubled(i);
        }
        TableColumns tableColumns = new TableColumns(heads, doubled);
        for (int i = 1; i < heads.length; i++) {
            tableColumns.spaced &= startsBlank(heads[i]);
        }
        tableColumns.named = tableColumns.areNames();
        return tableColumns;
    }

    /** Returns whether the first row can contain names: distinct, not empty, not numbers. */
    private boolean areNames() {
        Set<Slice> distinct = new HashSet<>();
        for (Slice head : heads) {
            if (head.isEmpty() || JsonNumber.is(head) || !distinct.add(head)) {
                return false;
            }
        }
        return true;
    }

    /** Updates the columns with a row that is not the first. */
    void see(RowScanner row) {
        int cells = Math.min(row.cells(), heads.length);
        for (int i = 0; i < cells; i++) {
            Slice cell = row.cell(i);
            named &= !cell.contentEquals(heads[i]);
            spaced &= i == 0 || startsBlank(cell);
            words[i] |= spaced && !JsonNumber.is(Json.trim(cell));
            if (!texts[i] && !cell.isEmpty()) {
                texts[i] = !JsonNumber.is(cell);
                numbers[i] = true;
            }
        }
    }

    /** Fixes the names and types after all rows were seen. */
    void settle() {
        names = new byte[heads.length][];
        for (int i = 0; i < heads.length; i++) {
            if (!named && !heads[i].isEmpty()) {
                texts[i] |= !JsonNumber.is(heads[i]);
                numbers[i] = true;
            }
            numbers[i] &= !texts[i];
            names[i] = named ? name(TableCells.text(heads[i], quotesInHead[i])) : numbered(i);
        }
    }

    private static byte[] numbered(int i) {
        return name(Slice.of("c" + (i + 1)));
    }

    private static byte[] name(Slice text) {
        return new ByteSink(text.length() + 4).string(text).ascii(":").toByteArray();
    }

    int count() {
        return heads.length;
    }

    /**
     * Returns whether the rows may be clauses of sentences: a blank follows each separator, and neither names nor
     * numbers show a table.
     */
    boolean areClauses() {
        boolean number = false;
        for (int i = 0; i < words.length; i++) {
            number |= !words[i];
        }
        return spaced && (!named || (heads.length == 2 && !number));
    }

    private static boolean startsBlank(Slice cell) {
        return !cell.isEmpty() && cell.at(0) == ' ';
    }

    /** Returns whether the first row contains names and is not a record. */
    boolean isNamed() {
        return named;
    }

    long bytesOfNames() {
        long bytes = 0;
        for (byte[] name : names) {
            bytes += name.length;
        }
        return bytes;
    }

    /** Writes a row as an object. */
    void write(RowScanner row, ByteSink out) {
        for (int i = 0; i < row.cells(); i++) {
            out.ascii(i == 0 ? "{" : ",").raw(Slice.of(i < names.length ? names[i] : numbered(i)));
            Slice cell = row.cell(i);
            boolean number = i < numbers.length && numbers[i];
            if (number) {
                out.raw(cell.isEmpty() ? NULL : cell);
            } else {
                out.string(TableCells.text(cell, row.isDoubled(i)));
            }
        }
        out.ascii("}");
    }

    private static final Slice NULL = Slice.of("null");
}
