package dev.plimsoll.json.compare;

import java.util.Arrays;

/**
 * JSON number as 0.DIGITS times a power of ten, without zeros at either end of the digits. Numbers in this form
 * compare exactly and are never expanded. Reusable.
 */
final class DecimalForm {

    /** Maximum number of digits of an exponent that is computed. Longer ones are compared as text. */
    private static final int EXPONENT_DIGITS = 15;

    private byte[] b = new byte[0];
    private boolean isNegative;

    /** Offsets of the digits without zeros at either end, which may have a point between them; -1 if all are zeros. */
    private int first;

    private int last;

    /** Power of ten, without an exponent that is too long to be computed. */
    private long power;

    private boolean isExponentNegative;

    /** Offsets of the digits of an exponent that is too long to be computed; equal if there is none. */
    private int exponentFrom;

    private int exponentTo;

    static boolean isNumber(byte c) {
        return c == '-' || (c >= '0' && c <= '9');
    }

    DecimalForm read(byte[] bytes, int from, int to) {
        b = bytes;
        isNegative = bytes[from] == '-';
        int digits = 0;
        int whole = -1;
        int leadingZeros = 0;
        first = -1;
        last = -1;
        int i = isNegative ? from + 1 : from;
        for (; i < to && (bytes[i] | 0x20) != 'e'; i++) {
            if (bytes[i] == '.') {
                whole = digits;
                continue;
            }
            if (bytes[i] != '0') {
                leadingZeros = first < 0 ? digits : leadingZeros;
                first = first < 0 ? i : first;
                last = i + 1;
            }
            digits++;
        }
        power = (long) (whole < 0 ? digits : whole) - leadingZeros;
        readExponent(i + 1, to);
        return this;
    }

    private void readExponent(int from, int to) {
        int i = Math.min(from, to);
        isExponentNegative = i < to && b[i] == '-';
        if (i < to && (b[i] == '-' || b[i] == '+')) {
            i++;
        }
        while (i < to && b[i] == '0') {
            i++;
        }
        exponentFrom = i;
        exponentTo = to;
        if (to - i <= EXPONENT_DIGITS) {
            long exponent = 0;
            for (; i < to; i++) {
                exponent = 10 * exponent + b[i] - '0';
            }
            power += isExponentNegative ? -exponent : exponent;
            exponentFrom = to;
            isExponentNegative = false;
        }
    }

    private boolean isZero() {
        return first < 0;
    }

    boolean isEqualTo(DecimalForm o) {
        if (isZero() || o.isZero()) {
            return isZero() && o.isZero();
        }
        return isNegative == o.isNegative
                && power == o.power
                && isExponentNegative == o.isExponentNegative
                && Arrays.equals(b, exponentFrom, exponentTo, o.b, o.exponentFrom, o.exponentTo)
                && hasSameDigits(o);
    }

    private boolean hasSameDigits(DecimalForm o) {
        int i = first;
        int j = o.first;
        while (i < last && j < o.last) {
            if (b[i] != o.b[j]) {
                return false;
            }
            // moves to the next digit, over a point
            i = b[i + 1 < last ? i + 1 : i] == '.' ? i + 2 : i + 1;
            j = o.b[j + 1 < o.last ? j + 1 : j] == '.' ? j + 2 : j + 1;
        }
        return i >= last && j >= o.last;
    }

    /** Adds the number to a hash; equal numbers have equal hashes. */
    void addTo(DocumentHash.KeyedHash hash) {
        if (isZero()) {
            hash.finish(DocumentHash.NUMBER, 0);
            return;
        }
        if (exponentFrom < exponentTo) {
            hash.finish(DocumentHash.EXPONENT, b, exponentFrom, exponentTo);
        }
        hash.add(power);
        // thirteen digits per word leave bits for the tag; a leading 1 bit distinguishes zeros from no digits
        long digits = 1;
        for (int i = first; i < last; i++) {
            if (b[i] != '.') {
                digits = (digits << 4) | (b[i] & 0xF);
                if (digits >>> 52 != 0) {
                    hash.add(digits);
                    digits = 1;
                }
            }
        }
        hash.finish(DocumentHash.NUMBER + (isNegative ? 1 : 0) + (isExponentNegative ? 2 : 0), digits);
    }
}
