package dev.plimsoll.format.data;

import dev.plimsoll.json.Slice;

/** Recognizes numbers in JSON syntax. {@code 007} and {@code 1,234} are not in this syntax. */
public final class JsonNumbers {

    private JsonNumbers() {}

    /** Returns whether a text is one number in JSON syntax. */
    public static boolean isNumber(Slice text) {
        byte[] bytes = text.bytes();
        int end = text.to();
        int offset = text.from();
        offset += offset < end && bytes[offset] == '-' ? 1 : 0;
        int integerEnd = endOfDigits(bytes, offset, end);
        if (integerEnd == offset || (bytes[offset] == '0' && integerEnd > offset + 1)) {
            return false;
        }
        offset = integerEnd;
        if (offset < end && bytes[offset] == '.') {
            int fractionEnd = endOfDigits(bytes, offset + 1, end);
            if (fractionEnd == offset + 1) {
                return false;
            }
            offset = fractionEnd;
        }
        if (offset < end && (bytes[offset] | 0x20) == 'e') {
            offset++;
            offset += offset < end && (bytes[offset] == '+' || bytes[offset] == '-') ? 1 : 0;
            int exponentEnd = endOfDigits(bytes, offset, end);
            if (exponentEnd == offset) {
                return false;
            }
            offset = exponentEnd;
        }
        return offset == end;
    }

    private static int endOfDigits(byte[] bytes, int from, int end) {
        int i = from;
        while (i < end && bytes[i] >= '0' && bytes[i] <= '9') {
            i++;
        }
        return i;
    }
}
