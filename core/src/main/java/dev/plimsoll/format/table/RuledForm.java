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

    /** Detects the form of a table from its first two lines. */
    static RuledForm detect(Slice first, Slice second) {
        if (isFrame(first)) {
            return countCells(second, FRAMED) > 0 ? FRAMED : NONE;
        }
        int columns = countCells(first, MARKDOWN);
        if (columns == 0 || isRuleOf(first, "|-: ")) {
            return NONE;
        }
        boolean hasBars = hasBothBars(first) && hasBothBars(second);
        if (isRuleOf(second, "|-: ") && (hasBars || countCells(second, MARKDOWN) == columns)) {
            return MARKDOWN;
        }
        if (isRuleOf(second, "-+")) {
            return countCrosses(second) + 1 == countCells(first, CROSSED) ? CROSSED : NONE;
        }
        return columns > 1 && hasBars && !isFrame(second) && countCells(second, MARKDOWN) == columns ? BARRED : NONE;
    }

    /** Returns whether a line belongs to a frame: it begins with a corner or a joint. */
    static boolean isFrame(Slice line) {
        int offset = skipBlanks(line, 0);
        int length = line.length();
        if (offset + 2 >= length) {
            return false;
        }
        if (line.at(offset) == '+') {
            return isRuleOf(line, "+-= ") && (line.at(offset + 1) == '-' || line.at(offset + 1) == '=');
        }
        boolean beginsWithBoxBar = RuledRows.isBoxBar(line, offset);
        while (offset < length && (line.at(offset) == ' ' || RuledRows.isBoxCharacter(line, offset))) {
            offset += line.at(offset) == ' ' ? 1 : 3;
        }
        return !beginsWithBoxBar && offset == length;
    }

    /** Returns whether a line begins and ends with a bar. */
    private static boolean hasBothBars(Slice line) {
        Slice trimmed = Json.trim(line);
        int last = trimmed.length() - 1;
        return last > 1 && trimmed.at(0) == '|' && trimmed.at(last) == '|';
    }

    /**
     * Returns whether a line may belong to the table that begins with the line {@code first}: it is part of a frame, or
     * has a bar between cells and begins with a bar if {@code first} does.
     */
    static boolean isRow(Slice line, Slice first) {
        return (countCells(line, FRAMED) > 0 && (beginsWithBar(line) || !beginsWithBar(first))) || isFrame(line);
    }

    private static boolean beginsWithBar(Slice line) {
        int offset = skipBlanks(line, 0);
        return offset < line.length() && line.at(offset) == '|';
    }

    /** Returns whether a bar inside a cell is escaped with a backslash. */
    boolean hasEscapes() {
        return this == MARKDOWN || this == BARRED;
    }

    /** Returns whether the second line shows that the first is the header. */
    boolean hasHeader() {
        return this != BARRED;
    }

    /** Returns the minimum number of rows, including the header. */
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

    /**
     * Returns whether a line has only these characters after its leading blanks, and at least one dash or equals sign.
     */
    private static boolean isRuleOf(Slice line, String signs) {
        boolean hasDash = false;
        int offset = skipBlanks(line, 0);
        if (offset == line.length()) {
            return false;
        }
        for (; offset < line.length(); offset++) {
            byte b = line.at(offset);
            if (signs.indexOf(b) < 0) {
                return false;
            }
            hasDash |= b == '-' || b == '=';
        }
        return hasDash;
    }

    private static int countCrosses(Slice line) {
        int count = 0;
        for (int i = 0; i < line.length(); i++) {
            count += line.at(i) == '+' ? 1 : 0;
        }
        return count;
    }

    /** Returns the number of cells in a line; 0 if it has no bar between cells. */
    private static int countCells(Slice line, RuledForm form) {
        RuledRows.Cells cells = new RuledRows.Cells(form);
        return cells.split(line) ? cells.count() : 0;
    }

    private static int skipBlanks(Slice line, int from) {
        int offset = from;
        while (offset < line.length() && (line.at(offset) == ' ' || line.at(offset) == '\t')) {
            offset++;
        }
        return offset;
    }
}
