package dev.plimsoll.format.patch;

import dev.plimsoll.json.Slice;

/**
 * Reads lines without regular expressions if they have only visible ASCII characters, blanks, and tabs, and are in the
 * usual form of git. All other lines need a regular expression, which takes several times as long.
 */
final class PlainLine {

    private static final int MAX_DIGITS = 9;

    private PlainLine() {}

    /** Returns whether a line has only visible ASCII characters, blanks, and tabs. */
    static boolean isPlain(Slice line) {
        byte[] bytes = line.bytes();
        for (int i = line.from(); i < line.to(); i++) {
            if ((bytes[i] < ' ' && bytes[i] != '\t') || bytes[i] == 0x7F) {
                return false;
            }
        }
        return true;
    }

    /** Returns the index after the hexadecimal digits, in lower case, from an index on. */
    static int endOfHex(Slice line, int from) {
        byte[] bytes = line.bytes();
        int i = line.from() + from;
        while (i < line.to() && ((bytes[i] >= '0' && bytes[i] <= '9') || (bytes[i] >= 'a' && bytes[i] <= 'f'))) {
            i++;
        }
        return i - line.from();
    }

    /** Returns the index after the letters from an index on. */
    static int endOfLetters(Slice line, int from) {
        byte[] bytes = line.bytes();
        int i = line.from() + from;
        while (i < line.to() && (bytes[i] | 0x20) >= 'a' && (bytes[i] | 0x20) <= 'z') {
            i++;
        }
        return i - line.from();
    }

    /** Returns the index after the digits from an index on, at most nine. */
    static int endOfDigits(Slice line, int from) {
        int i = from;
        while (i < line.length() && i - from < MAX_DIGITS && line.at(i) >= '0' && line.at(i) <= '9') {
            i++;
        }
        return i;
    }

    /** Returns the index after the blanks from an index on. */
    static int endOfBlanks(Slice line, int from) {
        int i = from;
        while (i < line.length() && line.at(i) == ' ') {
            i++;
        }
        return i;
    }

    /**
     * Returns the index of the first occurrence of a character from an index on; the length of the line if there is
     * none.
     */
    static int indexOf(Slice line, char character, int from) {
        byte[] bytes = line.bytes();
        int i = line.from() + from;
        while (i < line.to() && bytes[i] != character) {
            i++;
        }
        return i - line.from();
    }

    /** Returns whether a text is at an index. */
    static boolean hasTextAt(Slice line, int index, String text) {
        if (index + text.length() > line.length()) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (line.at(index + i) != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the number between two indexes; there are at most nine digits. */
    static long parseNumber(Slice line, int from, int to) {
        long number = 0;
        for (int i = from; i < to; i++) {
            number = 10 * number + line.at(i) - '0';
        }
        return number;
    }
}
