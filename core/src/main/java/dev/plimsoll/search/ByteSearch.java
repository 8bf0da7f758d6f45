package dev.plimsoll.search;

import dev.plimsoll.json.Slice;

/** Searches a text for a sequence of bytes. */
final class ByteSearch {

    private ByteSearch() {}

    /** Returns the first offset at or after {@code from} where the text contains the bytes; -1 if there is none. */
    static int indexOf(Slice text, Slice wanted, int from) {
        int last = text.length() - wanted.length();
        for (int at = from; at <= last; at++) {
            if (text.at(at) == wanted.at(0)
                    && text.sub(at, at + wanted.length()).contentEquals(wanted)) {
                return at;
            }
        }
        return -1;
    }
}
