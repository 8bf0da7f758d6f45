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
    private static final byte[] BMP_CLASSES = createBmpTable();

    private LetterClasses() {}

    /** Returns the class bits of the character at {@code position}, with its length in bytes in the bits above them. */
    static int classify(byte[] bytes, int position, int to) {
        int first = bytes[position];
        return first >= 0 ? BMP_CLASSES[first] | (1 << LENGTH_SHIFT) : classifyBeyondAscii(bytes, position, to);
    }

    /** Returns the length in bytes that {@link #classify} stored above the class bits. */
    static int lengthOf(int bits) {
        return bits >> LENGTH_SHIFT;
    }

    /**
     * Classifies a character beyond ASCII. Each byte of invalid UTF-8 is one symbol, and a surrogate (WTF-8) is a symbol of
     * three bytes.
     */
    private static int classifyBeyondAscii(byte[] bytes, int position, int to) {
        int first = bytes[position] & 0xFF;
        if (first >= 0xE0 && first < 0xF0) {
            if (position + 2 < to && isContinuation(bytes[position + 1]) && isContinuation(bytes[position + 2])) {
                int codePoint =
                        ((first & 0x0F) << 12) | ((bytes[position + 1] & 0x3F) << 6) | (bytes[position + 2] & 0x3F);
                return codePoint >= 0x800 ? BMP_CLASSES[codePoint] | (3 << LENGTH_SHIFT) : INVALID;
            }
        } else if (first >= 0xC2 && first < 0xE0) {
            if (position + 1 < to && isContinuation(bytes[position + 1])) {
                return BMP_CLASSES[((first & 0x1F) << 6) | (bytes[position + 1] & 0x3F)] | (2 << LENGTH_SHIFT);
            }
        } else if (first >= 0xF0 && first <= 0xF4) {
            return classifySupplementary(bytes, position, to);
        }
        return INVALID;
    }

    private static int classifySupplementary(byte[] bytes, int position, int to) {
        if (position + 3 < to
                && isContinuation(bytes[position + 1])
                && isContinuation(bytes[position + 2])
                && isContinuation(bytes[position + 3])) {
            int codePoint = ((bytes[position] & 0x07) << 18)
                    | ((bytes[position + 1] & 0x3F) << 12)
                    | ((bytes[position + 2] & 0x3F) << 6)
                    | (bytes[position + 3] & 0x3F);
            if (Character.isSupplementaryCodePoint(codePoint)) {
                return classOf(codePoint) | (4 << LENGTH_SHIFT);
            }
        }
        return INVALID;
    }

    private static boolean isContinuation(byte value) {
        return (value & 0xC0) == 0x80;
    }

    private static byte[] createBmpTable() {
        byte[] bits = new byte[0x10000];
        for (int codePoint = 0; codePoint < bits.length; codePoint++) {
            bits[codePoint] = (byte) classOf(codePoint);
        }
        return bits;
    }

    private static int classOf(int codePoint) {
        if (codePoint == '\r' || codePoint == '\n') {
            return SPACE | NEWLINE;
        }
        return switch (Character.getType(codePoint)) {
            case Character.UPPERCASE_LETTER, Character.TITLECASE_LETTER -> FRONT;
            case Character.LOWERCASE_LETTER -> BACK;
            case Character.MODIFIER_LETTER, Character.OTHER_LETTER -> WORD;
            case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.COMBINING_SPACING_MARK ->
                WORD | PREFIX | SYMBOL;
            case Character.DECIMAL_DIGIT_NUMBER, Character.LETTER_NUMBER, Character.OTHER_NUMBER -> NUMBER;
            case Character.SPACE_SEPARATOR, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> SPACE | PREFIX;
            default -> (codePoint >= '\t' && codePoint <= '\r') || codePoint == 0x85 ? SPACE | PREFIX : PREFIX | SYMBOL;
        };
    }
}
