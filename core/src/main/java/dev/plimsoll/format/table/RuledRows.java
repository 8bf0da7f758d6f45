package dev.plimsoll.format.table;

import dev.plimsoll.format.data.LineScanner;
import dev.plimsoll.format.data.Spans;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;

/** Scans the rows of a table with bars between its columns. */
final class RuledRows implements TableRows {

    /** First of the three bytes of a box-drawing character in UTF-8; the second is 0x94 or 0x95. */
    private static final byte BOX_FIRST = (byte) 0xE2;

    private final LineScanner lines;
    private final RuledForm form;
    private final Cells cells;
    private boolean isRecord;
    private boolean isHeaderRead;
    /** True after the line below the header. */
    private boolean isBelowHeader;
    /** True after the end of the columns: the lines are remarks on the table. */
    private boolean isBelowTable;

    RuledRows(Slice text, RuledForm form) {
        this.lines = new LineScanner(text);
        this.form = form;
        this.cells = new Cells(form);
    }

    @Override
    public boolean next() {
        while (lines.next()) {
            Slice line = lines.content();
            if (!lines.isBlank() && !isSkipped(line)) {
                isRecord = cells.split(line);
                isHeaderRead = true;
                return true;
            }
        }
        return false;
    }

    /**
     * Returns whether a line is not a row: it is the line of dashes below the header, belongs to the frame, has the
     * types of the columns, or is a remark on the table.
     */
    private boolean isSkipped(Slice line) {
        if (form != RuledForm.FRAMED) {
            boolean isRule = form.hasHeader() && isHeaderRead && !isBelowHeader;
            isBelowHeader |= isRule;
            return isRule;
        }
        if (RuledForm.isFrame(line)) {
            isBelowHeader = isHeaderRead;
            isBelowTable = RuledForm.endsColumns(line);
            return true;
        }
        // types of columns below their names; remarks below the last record
        return isBelowTable || (isHeaderRead && !isBelowHeader);
    }

    @Override
    public boolean isRecord() {
        return isRecord;
    }

    @Override
    public int lineNumber() {
        return lines.lineNumber();
    }

    @Override
    public int start() {
        return lines.start();
    }

    @Override
    public int end() {
        return lines.end();
    }

    @Override
    public int cellCount() {
        return cells.count();
    }

    @Override
    public Slice cell(int i) {
        return cells.cell(i);
    }

    @Override
    public Slice cellText(int i) {
        Slice cell = cells.cell(i);
        return form.hasEscapes() ? unescapeBars(cell) : cell;
    }

    private static Slice unescapeBars(Slice cell) {
        byte[] text = new byte[cell.length()];
        int length = 0;
        for (int i = 0; i < cell.length(); i++) {
            boolean isEscape = cell.at(i) == '\\' && i + 1 < cell.length() && cell.at(i + 1) == '|';
            i += isEscape ? 1 : 0;
            text[length++] = cell.at(i);
        }
        return length == cell.length() ? cell : new Slice(text, 0, length);
    }

    /** Returns whether a character that draws boxes begins at an index of a line. */
    static boolean isBoxCharacter(Slice line, int i) {
        return line.at(i) == BOX_FIRST
                && i + 2 < line.length()
                && (line.at(i + 1) == (byte) 0x95 || line.at(i + 1) == (byte) 0x94);
    }

    /**
     * Returns whether a vertical bar that draws boxes begins at an index: a light, heavy, or double one, but not
     * {@code |}.
     */
    static boolean isBoxBar(Slice line, int i) {
        if (!isBoxCharacter(line, i)) {
            return false;
        }
        int last = line.at(i + 2) & 0xFF;
        boolean isLightOrHeavy = line.at(i + 1) == (byte) 0x94 && (last == 0x82 || last == 0x83);
        return isLightOrHeavy || (line.at(i + 1) == (byte) 0x95 && last == 0x91);
    }

    /** The cells of one line, without the blanks around them. */
    static final class Cells {

        private final RuledForm form;
        private final Spans bounds = new Spans();
        private Slice line = Slice.of("");

        Cells(RuledForm form) {
            this.form = form;
        }

        /** Splits a line at its bars; returns false if it has none. */
        boolean split(Slice text) {
            line = text;
            bounds.clear();
            byte[] bytes = text.bytes();
            int start = text.from();
            int length = text.length();
            boolean isSplit = false;
            int cellStart = 0;
            for (int i = 0; i < length; i++) {
                byte c = bytes[start + i];
                if (c != '|' && c != BOX_FIRST) {
                    continue;
                }
                boolean isBox = isBoxBar(text, i);
                if (isBox || isSeparatingBar(text, i)) {
                    boolean isEdge = !isSplit && form != RuledForm.CROSSED && isBlankRange(cellStart, i);
                    if (!isEdge) {
                        addCell(cellStart, i);
                    }
                    isSplit = true;
                    cellStart = isBox ? i + 3 : i + 1;
                    i = cellStart - 1;
                }
            }
            if (!isBlankRange(cellStart, text.length()) || (isSplit && !hasBothEdges(text))) {
                addCell(cellStart, text.length());
            }
            return isSplit;
        }

        private boolean isSeparatingBar(Slice text, int i) {
            if (text.at(i) != '|') {
                return false;
            }
            if (form == RuledForm.CROSSED) {
                // psql writes a blank on both sides; other bars belong to a value
                boolean isBlankAfter = i + 1 == text.length() || text.at(i + 1) == ' ';
                return isBlankAfter && (i == 0 || text.at(i - 1) == ' ');
            }
            return !form.hasEscapes() || i == 0 || text.at(i - 1) != '\\';
        }

        /**
         * Returns whether the line begins and ends with the bars of its edges. In a table of psql, no line does: a bar
         * at the end of a line separates an empty last cell.
         */
        private boolean hasBothEdges(Slice text) {
            Slice trimmed = Json.trim(text);
            boolean hasFirstBar = form != RuledForm.CROSSED && (trimmed.at(0) == '|' || isBoxBar(trimmed, 0));
            int last = trimmed.length() - 1;
            return hasFirstBar && (trimmed.at(last) == '|' || (last >= 2 && isBoxBar(trimmed, last - 2)));
        }

        private boolean isBlankRange(int from, int to) {
            for (int i = from; i < to; i++) {
                if (line.at(i) != ' ' && line.at(i) != '\t') {
                    return false;
                }
            }
            return true;
        }

        private void addCell(int from, int to) {
            if (bounds.count() < RowScanner.MAX_CELLS) {
                Slice cell = Json.trim(line.sub(from, to));
                bounds.add(cell.from(), cell.to());
            }
        }

        int count() {
            return bounds.count();
        }

        Slice cell(int i) {
            return new Slice(line.bytes(), bounds.from(i), bounds.to(i));
        }
    }
}
