package dev.plimsoll.format.data;

import dev.plimsoll.json.Slice;

/** Byte order mark, which editors on Windows write before a text. It is not part of the text. */
public final class ByteOrderMark {

    private ByteOrderMark() {}

    /** Returns the text without a byte order mark at its beginning. */
    public static Slice remove(Slice text) {
        boolean hasMark = text.length() >= 3
                && text.at(0) == (byte) 0xEF
                && text.at(1) == (byte) 0xBB
                && text.at(2) == (byte) 0xBF;
        return hasMark ? text.sub(3, text.length()) : text;
    }
}
