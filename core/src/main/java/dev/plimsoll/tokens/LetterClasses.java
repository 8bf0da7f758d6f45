package dev.plimsoll.tokens;

/**
 * Character classes in the regular expression of o200k_base, as bits. They follow the Unicode version of the running
 * JDK.
 */
final class LetterClasses {

    /** {@code [\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]}: allowed in the front part of a word. */
    static final int FRONT = 1;
    /** {@code [\p{Ll}\p{Lm}\p{Lo}\p{M}]}: allowed in the back part of a word. */
    static final int BACK = 2;

    static final int WORD = FRONT | BACK;
    /** {@code [^\r\n\p{L}\p{N}]}: allowed before a word. */
    static final int PREFIX = 4;
    /** {@code \p{N}}. */
    static final int NUMBER = 8;
    /** {@code \s}. */
    static final int SPACE = 16;
    /** {@code [\r\n]}. */
    static final int NEWLINE = 32;
    /** {@code [^\s\p{L}\p{N}]}. */
    static final int SYMBOL = 64;

    private static final int LENGTH_SHIFT = 8;
    private static final int INVALID = PREFIX | SYMBOL | (1 << LENGTH_SHIFT);
    private static final byte[] BMP = bmp();

    private LetterClasses() {}

    /** Returns the class bits of the character at {@code at}, and above them its length in bytes. */
    static int at(byte[] b, int at, int to) {
        int first = b[at];
        return first >= 0 ? BMP[first] | (1 << LENGTH_SHIFT) : beyondAscii(b, at, to);
    }

    static int length(int bits) {
        return bits >> LENGTH_SHIFT;
    }

    /**
     * Classifies a character beyond ASCII. Each byte of invalid UTF-8 is one symbol, and a surrogate (WTF-8) is a symbol of
     * three bytes.
     */
    private static int beyondAscii(byte[] b, int at, int to) {
        int first = b[at] & 0xFF;
        if (first >= 0xE0 && first < 0xF0) {
            if (at + 2 < to && isNext(b[at + 1]) && isNext(b[at + 2])) {
                int c = ((first & 0x0F) << 12) | ((b[at + 1] & 0x3F) << 6) | (b[at + 2] & 0x3F);
                return c >= 0x800 ? BMP[c] | (3 << LENGTH_SHIFT) : INVALID;
            }
        } else if (first >= 0xC2 && first < 0xE0) {
            if (at + 1 < to && isNext(b[at + 1])) {
                return BMP[((first & 0x1F) << 6) | (b[at + 1] & 0x3F)] | (2 << LENGTH_SHIFT);
            }
        } else if (first >= 0xF0 && first <= 0xF4) {
            return supplementary(b, at, to);
        }
        return INVALID;
    }

    private static int supplementary(byte[] b, int at, int to) {
        if (at + 3 < to && isNext(b[at + 1]) && isNext(b[at + 2]) && isNext(b[at + 3])) {
            int c = ((b[at] & 0x07) << 18)
                    | ((b[at + 1] & 0x3F) << 12)
                    | ((b[at + 2] & 0x3F) << 6)
                    | (b[at + 3] & 0x3F);
            if (Character.isSupplementaryCodePoint(c)) {
                return of(c) | (4 << LENGTH_SHIFT);
            }
        }
        return INVALID;
    }

    private static boolean isNext(byte b) {
        return (b & 0xC0) == 0x80;
    }

    private static byte[] bmp() {
        byte[] bits = new byte[0x10000];
        for (int c = 0; c < bits.length; c++) {
            bits[c] = (byte) of(c);
        }
        return bits;
    }

    private static int of(int c) {
        if (c == '\r' || c == '\n') {
            return SPACE | NEWLINE;
        }
        return switch (Character.getType(c)) {
            case Character.UPPERCASE_LETTER, Character.TITLECASE_LETTER -> FRONT;
            case Character.LOWERCASE_LETTER -> BACK;
            case Character.MODIFIER_LETTER, Character.OTHER_LETTER -> WORD;
            case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.COMBINING_SPACING_MARK ->
                WORD | PREFIX | SYMBOL;
            case Character.DECIMAL_DIGIT_NUMBER, Character.LETTER_NUMBER, Character.OTHER_NUMBER -> NUMBER;
            case Character.SPACE_SEPARATOR, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> SPACE | PREFIX;
            default -> (c >= '\t' && c <= '\r') || c == 0x85 ? SPACE | PREFIX : PREFIX | SYMBOL;
        };
    }
}
