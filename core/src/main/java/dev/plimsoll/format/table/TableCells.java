package dev.plimsoll.format.table;

import dev.plimsoll.json.Slice;

/** Decodes the text of cells. */
final class TableCells {

    private TableCells() {}

    /** Returns a cell in which each pair of quotes is one quote; the cell itself unless {@code hasDoubledQuotes}. */
    static Slice undoubleQuotes(Slice cell, byte quote, boolean hasDoubledQuotes) {
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
