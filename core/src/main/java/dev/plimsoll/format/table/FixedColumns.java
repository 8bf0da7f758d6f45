package dev.plimsoll.format.table;

import dev.plimsoll.format.data.LineScanner;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Columns of a table of fixed width: kubectl, ps, pip. A column ends where the header and all rows have a blank, or where
 * a line of dashes below the header ends. Places are counted in characters.
 */
final class FixedColumns {

    /** Maximum length of the header, in characters. */
    private static final int MAX_WIDTH = 4096;

    /** At most one row in this many may have text between two columns. */
    private static final int ERROR_SHARE = 100;

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

    /** Finds the columns of a table by its header and all of its rows; null if the text is no such table. */
    static @Nullable FixedColumns of(Slice text) {
        LineScanner lines = new LineScanner(text);
        if (!lines.next()) {
            return null;
        }
        String header = lines.content().utf8();
        if (header.length() > MAX_WIDTH || header.isBlank() || header.indexOf('\t') >= 0) {
            return null;
        }
        FixedColumns ruled = lines.next() ? ofRule(lines.content().utf8()) : null;
        return ruled == null ? ofGaps(header, text) : ruled;
    }

    /** Returns the columns by a line of dashes below the header; null if the line is another one. */
    private static @Nullable FixedColumns ofRule(String rule) {
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

    private static @Nullable FixedColumns ofGaps(String header, Slice text) {
        // only a gap of several blanks shows that the names are columns; without one, the rows need not be read
        if (!hasWideGap(header)) {
            return null;
        }
        int width = header.codePointCount(0, header.length());
        int[] used = new int[width + 1];
        int rows = countUsed(text, used);
        List<Integer> starts = new ArrayList<>();
        int[] points = header.codePoints().toArray();
        int first = firstText(points, 0);
        starts.add(0);
        if (first > 0
                && isFree(used[first - 1], rows)
                && Arrays.stream(used, 0, first).anyMatch(n -> n > 0)) {
            // the first column has names of rows, and no name in the header
            starts.add(first);
        }
        boolean hasWideGap = false;
        for (int from = endOfText(points, first); from < points.length; ) {
            int next = firstText(points, from);
            int cut = next == points.length ? -1 : lastFree(used, from, next, rows);
            boolean isWide = next - from > 1;
            int end = endOfText(points, next);
            // a single blank is inside a name, unless rows have text below the word after it
            boolean isColumn = cut >= 0 && (isWide || hasText(used, cut + 1, end));
            if (isColumn) {
                starts.add(cut + 1);
                hasWideGap |= isWide;
            }
            from = end;
        }
        FixedColumns columns = new FixedColumns(false, toArray(starts));
        return rows >= MIN_ROWS && hasWideGap && starts.size() > 1 && columns.haveNames(header) ? columns : null;
    }

    /** Returns whether several blanks in a row separate texts. */
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

    /** Counts for each place how many rows have a character there that is no blank; returns the number of rows. */
    private static int countUsed(Slice text, int[] used) {
        LineScanner lines = new LineScanner(text);
        byte[] b = text.bytes();
        int rows = 0;
        lines.next();
        while (lines.next()) {
            rows++;
            int place = -1;
            for (int i = lines.start(); i < lines.stop() && place < used.length; i++) {
                boolean isContinued = (b[i] & 0xC0) == 0x80;
                place += isContinued ? 0 : 1;
                if (!isContinued && place < used.length && b[i] != ' ') {
                    used[place]++;
                }
            }
        }
        return rows;
    }

    /** Returns the last place between two names at which rows are blank; -1 if there is none. */
    private static int lastFree(int[] used, int from, int to, int rows) {
        for (int place = to - 1; place >= from; place--) {
            if (isFree(used[place], rows)) {
                return place;
            }
        }
        return -1;
    }

    private static boolean isFree(int used, int rows) {
        return (long) used * ERROR_SHARE <= rows;
    }

    private static boolean hasText(int[] used, int from, int to) {
        for (int i = from; i < Math.min(to, used.length); i++) {
            if (used[i] > 0) {
                return true;
            }
        }
        return false;
    }

    private static int firstText(int[] points, int from) {
        int i = from;
        while (i < points.length && points[i] == ' ') {
            i++;
        }
        return i;
    }

    private static int endOfText(int[] points, int from) {
        int i = from;
        while (i < points.length && points[i] != ' ') {
            i++;
        }
        return i;
    }

    /**
     * Returns whether the cells of the header are names: short and distinct, and either all in capitals or at
     * least {@link #MIN_MIXED_COLUMNS}.
     */
    private boolean haveNames(String header) {
        boolean isUpper = header.equals(header.toUpperCase(Locale.ROOT));
        int named = 0;
        List<String> names = new ArrayList<>();
        int[] points = header.codePoints().toArray();
        for (int i = 0; i < starts.length; i++) {
            int to = i + 1 < starts.length ? starts[i + 1] : points.length;
            String name = new String(points, starts[i], Math.max(0, to - starts[i])).strip();
            if (name.isEmpty() && i == 0) {
                continue;
            }
            if (!isName(name) || names.contains(name)) {
                return false;
            }
            names.add(name);
            named++;
        }
        return isUpper ? named > 1 : named >= MIN_MIXED_COLUMNS;
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

    /** Returns whether the second line is a line of dashes, and no row. */
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
