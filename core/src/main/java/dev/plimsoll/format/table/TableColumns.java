package dev.plimsoll.format.table;

import dev.plimsoll.format.data.JsonNumbers;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Names and types of the columns of a table. All rows must be added before the first is written. */
final class TableColumns {

    /** Cells of the first row, as written. */
    private final Slice[] headers;
    /** Texts of the cells of the first row. */
    private final Slice[] headerTexts;

    /** True if the form of the text shows that the first row is the header. */
    private final boolean isHeaderGiven;

    /** For each column, whether a cell is neither a number nor empty. */
    private final boolean[] isText;

    /** For each column, whether a cell is not empty. */
    private final boolean[] hasValue;

    /** For each column, whether a cell is not a number. Updated only while {@link #hasBlankAfterSeparators} is true. */
    private final boolean[] hasWords;

    /** True if each cell so far, except the first of its row, begins with a blank. */
    private boolean hasBlankAfterSeparators = true;

    private boolean hasHeader;
    private boolean hasRepeatedHeader;

    /** Names of the columns, each as a JSON string with a colon after it. */
    private byte[][] names = new byte[0][];

    private TableColumns(Slice[] headers, Slice[] headerTexts, boolean isHeaderGiven) {
        this.isHeaderGiven = isHeaderGiven;
        this.headers = headers;
        this.headerTexts = headerTexts;
        this.isText = new boolean[headers.length];
        this.hasValue = new boolean[headers.length];
        this.hasWords = new boolean[headers.length];
    }

    /**
     * Creates the columns of a table from its first row, which is the header unless its cells cannot be names,
     * or another row has the name of a column in that column.
     */
    static TableColumns of(TableRows first) {
        TableColumns columns = of(first, false);
        for (int i = 1; i < columns.headers.length; i++) {
            columns.hasBlankAfterSeparators &= startsWithBlank(columns.headers[i]);
        }
        columns.hasHeader = columns.canBeHeader();
        return columns;
    }

    /** Creates the columns of a table from its first row, which the form of the text shows to be the header. */
    static TableColumns ofHeader(TableRows header) {
        TableColumns columns = of(header, true);
        columns.hasHeader = true;
        return columns;
    }

    private static TableColumns of(TableRows firstRow, boolean isHeaderGiven) {
        Slice[] cells = new Slice[firstRow.cellCount()];
        Slice[] texts = new Slice[firstRow.cellCount()];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = firstRow.cell(i);
            texts[i] = firstRow.cellText(i);
        }
        return new TableColumns(cells, texts, isHeaderGiven);
    }

    /** Returns whether the first row can contain names: distinct, not empty, not numbers. */
    private boolean canBeHeader() {
        Set<Slice> distinct = new HashSet<>();
        for (Slice header : headers) {
            if (header.isEmpty() || JsonNumbers.isNumber(header) || !distinct.add(header)) {
                return false;
            }
        }
        return true;
    }

    /** Updates the columns with a row that is not the first. */
    void addRow(TableRows row) {
        int cells = Math.min(row.cellCount(), headers.length);
        for (int i = 0; i < cells; i++) {
            Slice cell = row.cell(i);
            hasRepeatedHeader |= cell.contentEquals(headers[i]);
            hasHeader &= isHeaderGiven || !hasRepeatedHeader;
            hasBlankAfterSeparators &= i == 0 || startsWithBlank(cell);
            hasWords[i] |= hasBlankAfterSeparators && !JsonNumbers.isNumber(Json.trim(cell));
            if (!isText[i] && !cell.isEmpty()) {
                isText[i] = !JsonNumbers.isNumber(cell);
                hasValue[i] = true;
            }
        }
    }

    /** Fixes the names and types after all rows were seen. */
    void finish() {
        names = new byte[headers.length][];
        Set<String> usedNames = new HashSet<>();
        Map<String, Integer> nextNumbers = new HashMap<>();
        for (int i = 0; i < headers.length; i++) {
            if (!hasHeader && !headers[i].isEmpty()) {
                isText[i] |= !JsonNumbers.isNumber(headers[i]);
                hasValue[i] = true;
            }
            names[i] = hasHeader ? encodeName(distinctName(i, usedNames, nextNumbers)) : numberedName(i);
        }
    }

    /**
     * Returns the name of a column in the header: the second {@code id} becomes {@code id_2}, and an empty name becomes
     * {@code c} with the number of the column.
     */
    private Slice distinctName(int i, Set<String> usedNames, Map<String, Integer> nextNumbers) {
        String baseName = headerTexts[i].isEmpty() ? "c" + (i + 1) : headerTexts[i].utf8();
        String name = baseName;
        while (!usedNames.add(name)) {
            // the numbers continue, so that many columns with one name need no search
            name = baseName + "_" + nextNumbers.merge(baseName, 2, (number, first) -> number + 1);
        }
        return Slice.of(name);
    }

    private static byte[] numberedName(int i) {
        return encodeName(Slice.of("c" + (i + 1)));
    }

    private static byte[] encodeName(Slice text) {
        return new ByteSink(text.length() + 4).string(text).ascii(":").toByteArray();
    }

    int count() {
        return headers.length;
    }

    /**
     * Returns whether the rows may be clauses of sentences: a blank follows each separator, and the first row has no
     * names, or only two, without a column of numbers.
     */
    boolean canBeClauses() {
        boolean hasNumberColumn = false;
        for (int i = 0; i < hasWords.length; i++) {
            hasNumberColumn |= !hasWords[i];
        }
        return !isHeaderGiven && hasBlankAfterSeparators && (!hasHeader || (headers.length == 2 && !hasNumberColumn));
    }

    private static boolean startsWithBlank(Slice cell) {
        return !cell.isEmpty() && cell.at(0) == ' ';
    }

    /** Returns whether the first row contains names and is not a record. */
    boolean hasHeader() {
        return hasHeader;
    }

    /** Returns whether a row other than the first has the name of a column as its value in that column. */
    boolean hasRepeatedHeader() {
        return hasRepeatedHeader;
    }

    /** Returns the length of all names together, with their quotes and colons. */
    long nameBytes() {
        long bytes = 0;
        for (byte[] name : names) {
            bytes += name.length;
        }
        return bytes;
    }

    /** Returns the names of all columns, still escaped. */
    List<Slice> names() {
        // without the quotes and the colon
        return Arrays.stream(names)
                .map(name -> new Slice(name, 1, name.length - 2))
                .toList();
    }

    /** Writes a row as an object. */
    void write(TableRows row, ByteSink out) {
        for (int i = 0; i < row.cellCount(); i++) {
            out.ascii(i == 0 ? "{" : ",").raw(Slice.of(i < names.length ? names[i] : numberedName(i)));
            Slice cell = row.cell(i);
            boolean isNumberColumn = i < hasValue.length && hasValue[i] && !isText[i];
            if (isNumberColumn) {
                out.raw(cell.isEmpty() ? NULL : cell);
            } else {
                out.string(row.cellText(i));
            }
        }
        out.ascii("}");
    }

    private static final Slice NULL = Slice.of("null");
}
