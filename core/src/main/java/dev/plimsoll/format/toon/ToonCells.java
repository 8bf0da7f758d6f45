package dev.plimsoll.format.toon;

import dev.plimsoll.format.data.JsonNumbers;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;

/** Finds the cells in a line of TOON, and writes them as JSON. */
final class ToonCells {

    private static final Slice TRUE = Slice.of("true");
    private static final Slice FALSE = Slice.of("false");
    private static final Slice NULL = Slice.of("null");

    private ToonCells() {}

    /** Returns the end of the cell at an offset: the next delimiter outside quotes, or the end of the line. */
    static int endOfCell(byte[] bytes, int from, int to, byte delimiter) {
        int i = from;
        while (i < to && bytes[i] == ' ') {
            i++;
        }
        int quotedEnd = i < to && bytes[i] == '"' ? Json.endOfValid(bytes, i, to) : i;
        i = Math.max(i, quotedEnd);
        while (i < to && bytes[i] != delimiter) {
            i++;
        }
        return i;
    }

    /** Writes the scalar between these offsets; returns false if it is malformed. */
    static boolean write(byte[] bytes, int from, int to, ByteSink out) {
        int start = from;
        int end = to;
        while (start < end && bytes[start] == ' ') {
            start++;
        }
        while (end > start && bytes[end - 1] == ' ') {
            end--;
        }
        Slice cell = new Slice(bytes, start, end);
        if (start < end && bytes[start] == '"') {
            out.raw(cell);
            return Json.endOfValid(bytes, start, end) == end;
        }
        if (isJsonScalar(cell)) {
            out.raw(cell);
        } else {
            out.string(cell);
        }
        return true;
    }

    private static boolean isJsonScalar(Slice cell) {
        if (cell.isEmpty()) {
            return false;
        }
        byte first = cell.at(0);
        if (first == '-' || (first >= '0' && first <= '9')) {
            return JsonNumbers.isNumber(cell);
        }
        return (first == 't' && cell.contentEquals(TRUE))
                || (first == 'f' && cell.contentEquals(FALSE))
                || (first == 'n' && cell.contentEquals(NULL));
    }
}
