package dev.plimsoll.texttype;

import java.util.ArrayList;
import java.util.List;

/**
 * Recognizes tables in text: rows that have as many separators as the first row. Quoted cells may contain separators
 * and line breaks.
 */
final class TableDetector {

    private static final char[] SEPARATORS = {',', ';', '\t', '|'};

    /**
     * Number of rows, and of separators in the first row, that together make a table certain. More rows than this are
     * certain with fewer separators, too. Anything smaller with a space after a
     * separator may be sentences with commas.
     */
    private static final int MIN_CERTAIN_COUNT = 3;

    private static final int LONG_CELL_LENGTH = 60;

    private TableDetector() {}

    static boolean isTable(List<String> lines) {
        for (char separator : SEPARATORS) {
            if (isTable(lines, separator)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isTable(List<String> lines, char separator) {
        List<Row> rows = splitRows(lines, separator);
        if (rows.size() < 2 || rows.get(0).separators == 0) {
            return false;
        }
        int firstRowSeparators = rows.get(0).separators;
        int matchingRows = 0;
        int sentences = 0;
        for (Row row : rows) {
            matchingRows += row.hasSeparators(firstRowSeparators) ? 1 : 0;
            sentences += row.isSentence() ? 1 : 0;
        }
        boolean isCertain = (firstRowSeparators >= MIN_CERTAIN_COUNT && rows.size() >= MIN_CERTAIN_COUNT)
                || rows.size() > MIN_CERTAIN_COUNT
                || rows.get(0).spacedSeparators == 0;
        return isCertain && 10 * matchingRows >= 9 * rows.size() && 2 * sentences < rows.size();
    }

    private static List<Row> splitRows(List<String> lines, char separator) {
        List<Row> rows = new ArrayList<>();
        Row row = new Row(separator);
        for (String line : lines) {
            row.add(line);
            if (!row.isQuoted) {
                rows.add(row);
                row = new Row(separator);
            }
        }
        return rows;
    }

    private static final class Row {
        private final char separator;
        private int separators;
        /** Number of separators with a space after them. */
        private int spacedSeparators;

        private int cellLength;
        private int maxCellLength;
        /** True if a quoted cell continues in the next line. */
        private boolean isQuoted;

        private boolean endsWithSeparator;

        Row(char separator) {
            this.separator = separator;
        }

        void add(String line) {
            for (int i = 0; i < line.length(); i++) {
                char c = line.charAt(i);
                cellLength++;
                if (c == '"') {
                    isQuoted = !isQuoted;
                } else if (c == separator && !isQuoted) {
                    separators++;
                    cellLength = 0;
                    spacedSeparators += i + 1 < line.length() && line.charAt(i + 1) == ' ' ? 1 : 0;
                    endsWithSeparator = i == line.length() - 1;
                }
                maxCellLength = isQuoted ? maxCellLength : Math.max(maxCellLength, cellLength);
            }
        }

        /** Returns whether the row has this many separators. Some writers omit empty cells at the end. */
        boolean hasSeparators(int count) {
            return separators == count || (count > MIN_CERTAIN_COUNT && separators < count && 2 * separators >= count);
        }

        /** Returns whether the row has a space after each comma and a long cell, or only one separator, at its end. */
        boolean isSentence() {
            return (separator == ',' && spacedSeparators == separators && maxCellLength > LONG_CELL_LENGTH)
                    || (endsWithSeparator && separators == 1);
        }
    }
}
