package dev.plimsoll.shape.outline.text;

/** The bytes of a line with the tests that recognize words, numbers, and times in it. */
final class LineBytes {

    private static final int MAX_NAME_LENGTH = 60;

    private final byte[] bytes;
    private final int end;

    LineBytes(byte[] bytes, int end) {
        this.bytes = bytes;
        this.end = end;
    }

    boolean matches(byte[] key, int from) {
        for (int i = 0; i < key.length; i++) {
            if (bytes[from + i] != key[i]) {
                return false;
            }
        }
        return true;
    }

    /** Returns the end of a word without a colon, comma, or bar at its end. */
    int trimmedEnd(int from, int to) {
        boolean hasMark = to > from && (bytes[to - 1] == ':' || bytes[to - 1] == ',' || bytes[to - 1] == '|');
        return hasMark ? to - 1 : to;
    }

    /** Returns whether a range is a short name that does not consist only of digits. */
    boolean isName(int from, int to) {
        boolean hasNonDigit = false;
        for (int i = from; i < to; i++) {
            hasNonDigit |= !isDigit(bytes[i]);
            if (!isNameByte(bytes[i])) {
                return false;
            }
        }
        return hasNonDigit && to - from <= MAX_NAME_LENGTH;
    }

    static boolean isNameByte(byte value) {
        boolean isLetter = (value | 0x20) >= 'a' && (value | 0x20) <= 'z';
        return isLetter
                || isDigit(value)
                || value == '.'
                || value == '-'
                || value == '_'
                || value == '/'
                || value == '$'
                || value == '@';
    }

    /** Returns whether a time such as {@code 15:04:05} begins at an offset. */
    boolean isClock(int from) {
        return from + 8 <= end
                && isAllDigits(from, from + 2)
                && bytes[from + 2] == ':'
                && isAllDigits(from + 3, from + 5)
                && bytes[from + 5] == ':'
                && isAllDigits(from + 6, from + 8);
    }

    boolean isAllDigits(int from, int to) {
        for (int i = from; i < to; i++) {
            if (!isDigit(bytes[i])) {
                return false;
            }
        }
        return to > from && to <= end;
    }

    boolean isAllDashes(int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] != '-') {
                return false;
            }
        }
        return to > from;
    }

    static boolean isDigit(byte value) {
        return value >= '0' && value <= '9';
    }

    int indexOf(char character, int from) {
        for (int i = from; i < end; i++) {
            if (bytes[i] == character) {
                return i;
            }
        }
        return -1;
    }

    int endOfWord(int from) {
        int i = from;
        while (i < end && bytes[i] != ' ' && bytes[i] != '\t' && bytes[i] != '\n' && bytes[i] != '\r') {
            i++;
        }
        return i;
    }
}
