package dev.plimsoll.tokens;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Reads the numbers of a table of token weights in order. Splits no strings, because a process reads the tables when it starts. */
final class WeightTable {

    private static final int DECIMAL = 10;
    private static final int HEXADECIMAL = 16;

    private final byte[] text;
    private int position;

    private WeightTable(byte[] text) {
        this.text = text;
        skipSeparators();
    }

    /** Opens a table by the name of its file without the ending. */
    static WeightTable open(String name) {
        String path = "token-weights/" + name + ".csv";
        try (InputStream in = WeightTable.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException(
                        "token weights " + path + " are missing next to " + WeightTable.class.getName());
            }
            return new WeightTable(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException("token weights " + path + " cannot be read", e);
        }
    }

    boolean hasMore() {
        return position < text.length;
    }

    /** Returns the number of digits of the next number. */
    int countDigits() {
        int end = position;
        while (end < text.length && !isSeparator(text[end])) {
            end++;
        }
        return end - position;
    }

    int nextNumber() {
        return next(DECIMAL);
    }

    int nextHexadecimal() {
        return next(HEXADECIMAL);
    }

    private int next(int radix) {
        int number = 0;
        int end = position + countDigits();
        if (end == position) {
            throw new IllegalStateException("a table of token weights ends too early");
        }
        for (; position < end; position++) {
            int digit = Character.digit(text[position], radix);
            if (digit < 0) {
                throw new IllegalStateException("a table of token weights has an invalid digit at byte " + position);
            }
            number = number * radix + digit;
        }
        skipSeparators();
        return number;
    }

    private void skipSeparators() {
        while (position < text.length && isSeparator(text[position])) {
            position++;
        }
    }

    private static boolean isSeparator(byte b) {
        return b == ',' || b <= ' ';
    }
}
