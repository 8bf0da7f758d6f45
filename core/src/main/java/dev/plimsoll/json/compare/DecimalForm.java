package dev.plimsoll.json.compare;

import java.util.Arrays;

/**
 * JSON number as 0.DIGITS times a power of ten, without zeros at either end of the digits. Numbers in this form
 * compare exactly and are never expanded. Reusable.
 */
final class DecimalForm {

    /** Maximum number of digits of an exponent that is computed. Longer ones are compared as text. */
    private static final int MAX_EXPONENT_DIGITS = 15;

    private byte[] numberBytes = new byte[0];
    private boolean isNegative;

    /** Offsets of the digits without zeros at either end, which may have a point between them; -1 if all are zeros. */
    private int digitsStart;

    private int digitsEnd;

    /** Power of ten, without an exponent that is too long to be computed. */
    private long power;

    private boolean isExponentNegative;

    /** Offsets of the digits of an exponent that is too long to be computed; equal if there is none. */
    private int exponentStart;

    private int exponentEnd;

    static boolean isNumber(byte c) {
        return c == '-' || (c >= '0' && c <= '9');
    }

    DecimalForm read(byte[] bytes, int from, int to) {
        numberBytes = bytes;
        isNegative = bytes[from] == '-';
        int digits = 0;
        int integerDigits = -1;
        int leadingZeros = 0;
        digitsStart = -1;
        digitsEnd = -1;
        int i = isNegative ? from + 1 : from;
        for (; i < to && (bytes[i] | 0x20) != 'e'; i++) {
            if (bytes[i] == '.') {
                integerDigits = digits;
                continue;
            }
            if (bytes[i] != '0') {
                leadingZeros = digitsStart < 0 ? digits : leadingZeros;
                digitsStart = digitsStart < 0 ? i : digitsStart;
                digitsEnd = i + 1;
            }
            digits++;
        }
        power = (long) (integerDigits < 0 ? digits : integerDigits) - leadingZeros;
        readExponent(i + 1, to);
        return this;
    }

    private void readExponent(int from, int to) {
        int i = Math.min(from, to);
        isExponentNegative = i < to && numberBytes[i] == '-';
        if (i < to && (numberBytes[i] == '-' || numberBytes[i] == '+')) {
            i++;
        }
        while (i < to && numberBytes[i] == '0') {
            i++;
        }
        exponentStart = i;
        exponentEnd = to;
        if (to - i <= MAX_EXPONENT_DIGITS) {
            long exponent = 0;
            for (; i < to; i++) {
                exponent = 10 * exponent + numberBytes[i] - '0';
            }
            power += isExponentNegative ? -exponent : exponent;
            exponentStart = to;
            isExponentNegative = false;
        }
    }

    private boolean isZero() {
        return digitsStart < 0;
    }

    boolean isEqualTo(DecimalForm other) {
        if (isZero() || other.isZero()) {
            return isZero() && other.isZero();
        }
        return isNegative == other.isNegative
                && power == other.power
                && isExponentNegative == other.isExponentNegative
                && Arrays.equals(
                        numberBytes,
                        exponentStart,
                        exponentEnd,
                        other.numberBytes,
                        other.exponentStart,
                        other.exponentEnd)
                && hasSameDigits(other);
    }

    private boolean hasSameDigits(DecimalForm other) {
        int i = digitsStart;
        int j = other.digitsStart;
        while (i < digitsEnd && j < other.digitsEnd) {
            if (numberBytes[i] != other.numberBytes[j]) {
                return false;
            }
            // moves to the next digit, over a point
            i = numberBytes[i + 1 < digitsEnd ? i + 1 : i] == '.' ? i + 2 : i + 1;
            j = other.numberBytes[j + 1 < other.digitsEnd ? j + 1 : j] == '.' ? j + 2 : j + 1;
        }
        return i >= digitsEnd && j >= other.digitsEnd;
    }

    /** Adds the number to a hash; equal numbers have equal hashes. */
    void addTo(DocumentHash.KeyedHash hash) {
        if (isZero()) {
            hash.finish(DocumentHash.NUMBER, 0);
            return;
        }
        if (exponentStart < exponentEnd) {
            hash.finish(DocumentHash.EXPONENT, numberBytes, exponentStart, exponentEnd);
        }
        hash.add(power);
        // a word has up to thirteen digits after a 1 bit, without which leading zeros would be lost; the last word has
        // the tag in its free bits
        long digits = 1;
        for (int i = digitsStart; i < digitsEnd; i++) {
            if (numberBytes[i] != '.') {
                digits = (digits << 4) | (numberBytes[i] & 0xF);
                if (digits >>> 52 != 0) {
                    hash.add(digits);
                    digits = 1;
                }
            }
        }
        hash.finish(DocumentHash.NUMBER + (isNegative ? 1 : 0) + (isExponentNegative ? 2 : 0), digits);
    }
}
