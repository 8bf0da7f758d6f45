package dev.plimsoll.format.table;

import dev.plimsoll.json.Slice;

/** Decodes the text of cells. */
final class TableCells {

    private TableCells() {}

    /** Returns the text of a cell. If {@code hasDoubledQuotes}, each pair of quotes in it becomes one quote. */
    static Slice withSingle(byte quote, Slice cell, boolean hasDoubledQuotes) {
        if (!hasDoubledQuotes) {
            return cell;
        }
        byte[] text = new byte[cell.length()];
        int length = 0;
        for (int i = 0; i < cell.length(); i++) {
            text[length++] = cell.at(i);
            i += cell.at(i) == quote ? 1 : 0;
        }
        return new Slice(text, 0, length);
    }
}
