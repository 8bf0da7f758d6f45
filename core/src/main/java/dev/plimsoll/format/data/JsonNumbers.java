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
        int whole = digits(b, at, end);
        if (whole == at || (b[at] == '0' && whole > at + 1)) {
            return false;
        }
        at = whole;
        if (at < end && b[at] == '.') {
            int fraction = digits(b, at + 1, end);
            if (fraction == at + 1) {
                return false;
            }
            at = fraction;
        }
        if (at < end && (b[at] | 0x20) == 'e') {
            at++;
            at += at < end && (b[at] == '+' || b[at] == '-') ? 1 : 0;
            int exponent = digits(b, at, end);
            if (exponent == at) {
                return false;
            }
            at = exponent;
        }
        return at == end;
    }

    private static int digits(byte[] b, int from, int end) {
        int i = from;
        while (i < end && b[i] >= '0' && b[i] <= '9') {
            i++;
        }
        return i;
    }
}
