package dev.plimsoll.format.table;

import dev.plimsoll.json.Slice;

/** Rows of a table in a text, one after another. */
interface TableRows {

    /** Moves to the next row; returns false at the end. */
    boolean next();

    /** Returns whether this row is a record or the header of the table, and not a line of another form. */
    boolean isRecord();

    /** Returns the number of the line where the row begins, from 1. */
    int lineNumber();

    /** Returns the offset of the row's first byte in the bytes of the text. */
    int start();

    /** Returns the offset after the row's last byte, without the line break. */
    int end();

    /** Returns the number of cells in this row. */
    int cellCount();

    /**
     * Returns a cell as it is written in the text, without the quotes or blanks around it, but with the escapes in it.
     */
    Slice cell(int i);

    /** Returns the text of a cell, without the quotes or escapes of the format. */
    Slice cellText(int i);
}
