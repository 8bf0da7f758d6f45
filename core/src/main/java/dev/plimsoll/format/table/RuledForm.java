package dev.plimsoll.format.table;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;

/** Forms of tables with bars between their columns. The line below the header shows the form of a table. */
enum RuledForm {
    /** {@code | a | b |}, with {@code |---|---|} below the header. */
    MARKDOWN,

    /** {@code | a | b |} in all lines, without a line below the header. */
    BARRED,

    /** {@code  a | b}, with {@code ---+---} below the header: psql. */
    CROSSED,

    /** A frame around all cells, of {@code + - |} or of the characters for boxes: mysql, DuckDB, rich. */
    FRAMED,

    /** No table with bars. */
    NONE;

    /** Returns the form of a table by its first two lines. */
    static RuledForm of(Slice first, Slice second) {
        if (isFrame(first)) {
            return cells(second, FRAMED) > 0 ? FRAMED : NONE;
        }
        int columns = cells(first, MARKDOWN);
        if (columns == 0 || isRule(first, "|-: ")) {
            return NONE;
        }
        boolean hasBars = hasBothBars(first) && hasBothBars(second);
        if (isRule(second, "|-: ") && (hasBars || cells(second, MARKDOWN) == columns)) {
            return MARKDOWN;
        }
        if (isRule(second, "-+")) {
            return crosses(second) + 1 == cells(first, CROSSED) ? CROSSED : NONE;
        }
        return columns > 1 && hasBars && !isFrame(second) && cells(second, MARKDOWN) == columns ? BARRED : NONE;
    }

    /** Returns whether a line belongs to a frame: it begins with a corner or a joint. */
    static boolean isFrame(Slice line) {
        int at = skipBlanks(line, 0);
        int length = line.length();
        if (at + 2 >= length) {
            return false;
        }
        if (line.at(at) == '+') {
            return isRule(line, "+-= ") && (line.at(at + 1) == '-' || line.at(at + 1) == '=');
        }
        boolean isBar = RuledRows.isBar(line, at);
        while (at < length && (line.at(at) == ' ' || RuledRows.isBoxByte(line, at))) {
            at += line.at(at) == ' ' ? 1 : 3;
        }
        return !isBar && at == length;
    }

    /** Returns whether a line begins and ends with a bar. */
    private static boolean hasBothBars(Slice line) {
        Slice trimmed = Json.trim(line);
        int last = trimmed.length() - 1;
        return last > 1 && trimmed.at(0) == '|' && trimmed.at(last) == '|';
    }

    /**
     * Returns whether a line may belong to the table that begins with another line: it has a bar between cells, and begins
     * with one if that line does, or is part of a frame.
     */
    static boolean isRow(Slice line, Slice first) {
        return (cells(line, FRAMED) > 0 && (beginsWithBar(line) || !beginsWithBar(first))) || isFrame(line);
    }

    private static boolean beginsWithBar(Slice line) {
        int at = skipBlanks(line, 0);
        return at < line.length() && line.at(at) == '|';
    }

    /** Returns whether cells can have bars with a backslash before them. */
    boolean hasEscapes() {
        return this == MARKDOWN || this == BARRED;
    }

    /** Returns whether the second line shows that the first is the header. */
    boolean hasHeader() {
        return this != BARRED;
    }

    /** Returns the least number of rows, with the header. */
    int minRows() {
        return this == BARRED ? 3 : 2;
    }

    /**
     * Returns whether the columns end at this line of the frame. A line below it has remarks on the table,
     * not cells.
     */
    static boolean endsColumns(Slice line) {
        // the character that closes columns from below
        return line.utf8().indexOf('┴') >= 0;
    }

    private static boolean isRule(Slice line, String signs) {
        boolean hasDash = false;
        int at = skipBlanks(line, 0);
        if (at == line.length()) {
            return false;
        }
        for (; at < line.length(); at++) {
            byte b = line.at(at);
            if (signs.indexOf(b) < 0) {
                return false;
            }
            hasDash |= b == '-' || b == '=';
        }
        return hasDash;
    }

    private static int crosses(Slice line) {
        int count = 0;
        for (int i = 0; i < line.length(); i++) {
            count += line.at(i) == '+' ? 1 : 0;
        }
        return count;
    }

    /** Returns the number of cells in a line; 0 if it has no bar between cells. */
    private static int cells(Slice line, RuledForm form) {
        RuledRows.Cells cells = new RuledRows.Cells(form);
        return cells.split(line) ? cells.count() : 0;
    }

    private static int skipBlanks(Slice line, int from) {
        int at = from;
        while (at < line.length() && (line.at(at) == ' ' || line.at(at) == '\t')) {
            at++;
        }
        return at;
    }
}
