package dev.plimsoll.format.data;

import dev.plimsoll.json.Slice;

/** Recognizes numbers in JSON syntax; {@code 007} and {@code 1,234} are not. */
public final class JsonNumbers {

    private JsonNumbers() {}

    /** Returns whether a text is one number in JSON syntax. */
    public static boolean isJson(Slice text) {
        byte[] b = text.bytes();
        int end = text.to();
        int at = text.from();
        at += at < end && b[at] == '-' ? 1 : 0;
        int wholeEnd = endOfDigits(b, at, end);
        if (wholeEnd == at || (b[at] == '0' && wholeEnd > at + 1)) {
            return false;
        }
        at = wholeEnd;
        if (at < end && b[at] == '.') {
            int fractionEnd = endOfDigits(b, at + 1, end);
            if (fractionEnd == at + 1) {
                return false;
            }
            at = fractionEnd;
        }
        if (at < end && (b[at] | 0x20) == 'e') {
            at++;
            at += at < end && (b[at] == '+' || b[at] == '-') ? 1 : 0;
            int exponentEnd = endOfDigits(b, at, end);
            if (exponentEnd == at) {
                return false;
            }
            at = exponentEnd;
        }
        return at == end;
    }

    private static int endOfDigits(byte[] b, int from, int end) {
        int i = from;
        while (i < end && b[i] >= '0' && b[i] <= '9') {
            i++;
        }
        return i;
    }
}
