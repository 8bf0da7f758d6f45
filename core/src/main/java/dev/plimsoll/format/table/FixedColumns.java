package dev.plimsoll.format.table;

import dev.plimsoll.format.data.LineScanner;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Columns of a table of fixed width: kubectl, ps, pip. A column ends where the header and nearly all rows have a
 * blank, or where a line of dashes below the header ends. Places are counted in characters.
 */
final class FixedColumns {

    /** Maximum length of the header, in characters. */
    private static final int MAX_WIDTH = 4096;

    /** Minimum number of rows for each row with text between two columns. */
    private static final int MIN_ROWS_PER_ERROR = 100;

    private static final int MIN_ROWS = 2;

    /** Minimum number of columns by which a header in mixed case is recognized. */
    private static final int MIN_MIXED_COLUMNS = 3;

    private static final int MAX_NAME_LENGTH = 40;

    private final boolean hasRule;
    private final int[] starts;

    private FixedColumns(boolean hasRule, int[] starts) {
        this.hasRule = hasRule;
        this.starts = starts;
    }

    /** Finds the columns of a table by its header and all of its rows; null if the text is not such a table. */
    static @Nullable FixedColumns find(Slice text) {
        LineScanner lines = new LineScanner(text);
        if (!lines.next()) {
            return null;
        }
        String header = lines.content().utf8();
        if (header.length() > MAX_WIDTH || header.isBlank() || header.indexOf('\t') >= 0) {
            return null;
        }
        FixedColumns ruled = lines.next() ? fromRule(lines.content().utf8()) : null;
        return ruled == null ? fromGaps(header, text) : ruled;
    }

    /** Returns the columns of a table by the line of dashes below its header; null if the line is not one. */
    private static @Nullable FixedColumns fromRule(String rule) {
        List<Integer> starts = new ArrayList<>();
        boolean isRule = rule.contains("--") || rule.contains("==");
        for (int i = 0; i < rule.length(); i++) {
            char c = rule.charAt(i);
            if (c != '-' && c != '=' && c != ' ') {
                return null;
            }
            if (c != ' ' && (i == 0 || rule.charAt(i - 1) == ' ')) {
                starts.add(i);
            }
        }
        return !isRule || starts.size() < 2 ? null : new FixedColumns(true, toArray(starts));
    }

    /** Returns the columns of a table by the places at which nearly all rows are blank; null if it has none. */
    private static @Nullable FixedColumns fromGaps(String header, Slice text) {
        // only a gap of several blanks shows that the names are columns; without one, the rows need not be read
        if (!hasWideGap(header)) {
            return null;
        }
        int width = header.codePointCount(0, header.length());
        int[] rowsWithText = new int[width + 1];
        int rows = scanRows(text, rowsWithText);
        List<Integer> starts = new ArrayList<>();
        int[] codePoints = header.codePoints().toArray();
        int firstWord = skipBlanks(codePoints, 0);
        starts.add(0);
        if (firstWord > 0
                && isBlankPlace(rowsWithText[firstWord - 1], rows)
                && Arrays.stream(rowsWithText, 0, firstWord).anyMatch(rowCount -> rowCount > 0)) {
            // the first column has names of rows, and no name in the header
            starts.add(firstWord);
        }
        boolean hasWideGap = false;
        for (int wordEnd = endOfWord(codePoints, firstWord); wordEnd < codePoints.length; ) {
            int nextWord = skipBlanks(codePoints, wordEnd);
            int lastBlank = nextWord == codePoints.length ? -1 : findLastBlank(rowsWithText, wordEnd, nextWord, rows);
            boolean isWideGap = nextWord - wordEnd > 1;
            int nextWordEnd = endOfWord(codePoints, nextWord);
            // a single blank is inside a name, unless rows have text below the word after it
            boolean isColumn = lastBlank >= 0 && (isWideGap || hasText(rowsWithText, lastBlank + 1, nextWordEnd));
            if (isColumn) {
                starts.add(lastBlank + 1);
                hasWideGap |= isWideGap;
            }
            wordEnd = nextWordEnd;
        }
        FixedColumns columns = new FixedColumns(false, toArray(starts));
        return rows >= MIN_ROWS && hasWideGap && starts.size() > 1 && columns.hasNames(header) ? columns : null;
    }

    /** Returns whether two or more consecutive blanks separate texts. */
    private static boolean hasWideGap(String header) {
        int start = 0;
        while (header.charAt(start) == ' ') {
            start++;
        }
        int end = header.length();
        while (header.charAt(end - 1) == ' ') {
            end--;
        }
        return header.substring(start, end).contains("  ");
    }

    /** Counts, for each place, the rows with a character other than a blank there. Returns the number of all rows. */
    private static int scanRows(Slice text, int[] rowsWithText) {
        LineScanner lines = new LineScanner(text);
        byte[] bytes = text.bytes();
        int rows = 0;
        lines.next();
        while (lines.next()) {
            rows++;
            int place = -1;
            for (int offset = lines.start(); offset < lines.end() && place < rowsWithText.length; offset++) {
                boolean isContinuation = (bytes[offset] & 0xC0) == 0x80;
                place += isContinuation ? 0 : 1;
                if (!isContinuation && place < rowsWithText.length && bytes[offset] != ' ') {
                    rowsWithText[place]++;
                }
            }
        }
        return rows;
    }

    /** Returns the last place between two names at which nearly all rows are blank; -1 if there is none. */
    private static int findLastBlank(int[] rowsWithText, int from, int to, int rows) {
        for (int place = to - 1; place >= from; place--) {
            if (isBlankPlace(rowsWithText[place], rows)) {
                return place;
            }
        }
        return -1;
    }

    /** Returns whether nearly all rows have a blank at a place at which this many rows have text. */
    private static boolean isBlankPlace(int rowsWithText, int rows) {
        return (long) rowsWithText * MIN_ROWS_PER_ERROR <= rows;
    }

    private static boolean hasText(int[] rowsWithText, int from, int to) {
        for (int i = from; i < Math.min(to, rowsWithText.length); i++) {
            if (rowsWithText[i] > 0) {
                return true;
            }
        }
        return false;
    }

    private static int skipBlanks(int[] codePoints, int from) {
        int i = from;
        while (i < codePoints.length && codePoints[i] == ' ') {
            i++;
        }
        return i;
    }

    private static int endOfWord(int[] codePoints, int from) {
        int i = from;
        while (i < codePoints.length && codePoints[i] != ' ') {
            i++;
        }
        return i;
    }

    /**
     * Returns whether the cells of the header are names: short, distinct, and either all in upper case or at least
     * {@link #MIN_MIXED_COLUMNS} in number.
     */
    private boolean hasNames(String header) {
        boolean isUpperCase = header.equals(header.toUpperCase(Locale.ROOT));
        int nameCount = 0;
        List<String> names = new ArrayList<>();
        int[] codePoints = header.codePoints().toArray();
        for (int i = 0; i < starts.length; i++) {
            int end = i + 1 < starts.length ? starts[i + 1] : codePoints.length;
            String name = new String(codePoints, starts[i], Math.max(0, end - starts[i])).strip();
            if (name.isEmpty() && i == 0) {
                continue;
            }
            if (!isName(name) || names.contains(name)) {
                return false;
            }
            names.add(name);
            nameCount++;
        }
        return isUpperCase ? nameCount > 1 : nameCount >= MIN_MIXED_COLUMNS;
    }

    private static boolean isName(String name) {
        boolean isShort = !name.isEmpty() && name.length() <= MAX_NAME_LENGTH;
        if (!isShort) {
            return false;
        }
        char first = name.charAt(0);
        char last = name.charAt(name.length() - 1);
        boolean isNameStart = Character.isLetterOrDigit(first) || "%#_".indexOf(first) >= 0;
        boolean hasLetter = name.codePoints().anyMatch(Character::isLetter);
        return isNameStart && (hasLetter || first == '%' || first == '#') && ".,;:{}[=!?".indexOf(last) < 0;
    }

    private static int[] toArray(List<Integer> numbers) {
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Returns whether the second line of the table is a line of dashes and not a row. */
    boolean hasRule() {
        return hasRule;
    }

    int count() {
        return starts.length;
    }

    /** Returns the character at which a column starts. */
    int start(int column) {
        return starts[column];
    }
}
