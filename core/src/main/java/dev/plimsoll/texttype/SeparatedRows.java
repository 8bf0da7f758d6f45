package dev.plimsoll.texttype;

import java.util.ArrayList;
import java.util.List;

/** Recognizes tables in text: every row has as many separators as the first. Quotes may contain separators and line breaks. */
final class SeparatedRows {

    private static final char[] SEPARATORS = {',', ';', '\t', '|'};

    /** Number of separators or rows that make a table certain; a row with one separator may be a sentence or a statement. */
    private static final int SURE = 3;

    private static final int LONG_CELL = 60;

    private SeparatedRows() {}

    static boolean fit(List<String> lines) {
        for (char separator : SEPARATORS) {
            if (fit(lines, separator)) {
                return true;
            }
        }
        return false;
    }

    private static boolean fit(List<String> lines, char separator) {
        List<Row> rows = rows(lines, separator);
        if (rows.size() < 2 || rows.get(0).separators == 0) {
            return false;
        }
        int columns = rows.get(0).separators;
        int same = 0;
        int sentences = 0;
        for (Row row : rows) {
            same += row.fits(columns) ? 1 : 0;
            sentences += row.isSentence() ? 1 : 0;
        }
        boolean isCertain = (columns >= SURE && rows.size() >= SURE) || rows.size() > SURE || rows.get(0).spaced == 0;
        return isCertain && 10 * same >= 9 * rows.size() && 2 * sentences < rows.size();
    }

    private static List<Row> rows(List<String> lines, char separator) {
        List<Row> rows = new ArrayList<>();
        Row row = new Row(separator);
        for (String line : lines) {
            row.add(line);
            if (!row.quoted) {
                rows.add(row);
                row = new Row(separator);
            }
        }
        return rows;
    }

    private static final class Row {
        private final char separator;
        private int separators;
        private int spaced;
        private int cell;
        private int longest;
        private boolean quoted;
        private boolean endsOpen;

        Row(char separator) {
            this.separator = separator;
        }

        void add(String line) {
            for (int i = 0; i < line.length(); i++) {
                char c = line.charAt(i);
                cell++;
                if (c == '"') {
                    quoted = !quoted;
                } else if (c == separator && !quoted) {
                    separators++;
                    cell = 0;
                    spaced += i + 1 < line.length() && line.charAt(i + 1) == ' ' ? 1 : 0;
                    endsOpen = i == line.length() - 1;
                }
                longest = quoted ? longest : Math.max(longest, cell);
            }
        }

        /** Returns whether the row has that many columns. Some writers omit empty cells at the end. */
        boolean fits(int columns) {
            return separators == columns || (columns > SURE && separators < columns && 2 * separators >= columns);
        }

        /** Returns whether the row has a space after each comma and a long cell, or only one separator, at its end. */
        boolean isSentence() {
            return (separator == ',' && spaced == separators && longest > LONG_CELL) || (endsOpen && separators == 1);
        }
    }
}
