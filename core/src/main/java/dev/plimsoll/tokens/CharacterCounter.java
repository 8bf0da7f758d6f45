package dev.plimsoll.tokens;

import dev.plimsoll.json.Slice;

/**
 * Counter that returns the characters divided by four, plus 20%, rounded up. A character is a Unicode code point. A lone surrogate counts as one,
 * too.
 */
final class CharacterCounter implements TokenCounter {

    private static final int BLOCK_BYTES = 4096;

    @Override
    public String name() {
        return "chars";
    }

    @Override
    public int count(Slice text) {
        return toTokens(countCodePoints(text.bytes(), text.from(), text.to(), Integer.MAX_VALUE));
    }

    @Override
    public int countEscaped(Slice inside) {
        return toTokens(countEscapedCodePoints(inside.bytes(), inside.from(), inside.to(), Integer.MAX_VALUE));
    }

    @Override
    public boolean exceeds(Slice text, int limit) {
        return toTokens(text.length()) > limit
                && toTokens(countCodePoints(text.bytes(), text.from(), text.to(), charactersAbove(limit))) > limit;
    }

    @Override
    public boolean exceedsEscaped(Slice inside, int limit) {
        return toTokens(inside.length()) > limit
                && toTokens(countEscapedCodePoints(inside.bytes(), inside.from(), inside.to(), charactersAbove(limit)))
                        > limit;
    }

    private static int toTokens(long characters) {
        return (int) ((3 * characters + 9) / 10);
    }

    /** Returns a number of characters that is certain to exceed the limit. */
    private static int charactersAbove(int limit) {
        return (int) Math.min(Integer.MAX_VALUE, 4L * Math.max(limit, 0) + 4);
    }

    private static long countCodePoints(byte[] bytes, int from, int to, int maxCharacters) {
        long count = 0;
        for (int position = from; position < to && count < maxCharacters; position += BLOCK_BYTES) {
            count += countCharacterStarts(bytes, position, Math.min(to, position + BLOCK_BYTES));
        }
        return count;
    }

    /** Counts character starts: all bytes except continuation bytes. */
    private static int countCharacterStarts(byte[] bytes, int from, int to) {
        int count = 0;
        for (int i = from; i < to; i++) {
            count += bytes[i] > (byte) 0xBF ? 1 : 0;
        }
        return count;
    }

    private static long countEscapedCodePoints(byte[] bytes, int from, int to, int maxCharacters) {
        long count = 0;
        int position = from;
        while (position < to && count < maxCharacters) {
            int backslash = nextEscape(bytes, position, Math.min(to, position + BLOCK_BYTES));
            count += countCharacterStarts(bytes, position, backslash);
            position = backslash;
            if (position < to && bytes[position] == '\\') {
                count++;
                position = characterEnd(bytes, position, to);
            }
        }
        return count;
    }

    private static int nextEscape(byte[] bytes, int from, int to) {
        int i = from;
        while (i < to && bytes[i] != '\\') {
            i++;
        }
        return i;
    }

    /** Returns the offset after the escape at {@code position}. Both halves of a surrogate pair are one character. */
    private static int characterEnd(byte[] bytes, int position, int to) {
        int end = escapeEnd(bytes, position, to);
        boolean isPair = isSurrogate(bytes, position, to, "89aAbB") && isSurrogate(bytes, end, to, "cCdDeEfF");
        return isPair ? escapeEnd(bytes, end, to) : end;
    }

    private static int escapeEnd(byte[] bytes, int position, int to) {
        boolean isUnicode = position + 1 < to && bytes[position + 1] == 'u';
        return Math.min(to, position + (isUnicode ? 6 : 2));
    }

    private static boolean isSurrogate(byte[] bytes, int position, int to, String secondDigits) {
        return position + 6 <= to
                && bytes[position] == '\\'
                && bytes[position + 1] == 'u'
                && (bytes[position + 2] | 0x20) == 'd'
                && secondDigits.indexOf(bytes[position + 3]) >= 0;
    }
}
