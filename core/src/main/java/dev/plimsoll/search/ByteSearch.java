package dev.plimsoll.search;

import dev.plimsoll.json.Slice;

/** Searches a text for a sequence of bytes. */
final class ByteSearch {

    private ByteSearch() {}

    /** Returns the first offset at or after {@code from} where the text contains the bytes; -1 if there is none. */
    static int indexOf(Slice text, Slice sought, int from) {
        int last = text.length() - sought.length();
        for (int offset = from; offset <= last; offset++) {
            if (text.at(offset) == sought.at(0)
                    && text.sub(offset, offset + sought.length()).contentEquals(sought)) {
                return offset;
            }
        }
        return -1;
    }
}
