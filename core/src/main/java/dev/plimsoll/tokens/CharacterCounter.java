package dev.plimsoll.tokens;

import dev.plimsoll.json.Slice;

/**
 * Counts characters divided by four, plus 20%, rounded up. A character is a Unicode code point. A lone surrogate counts as one,
 * too.
 */
final class CharacterCounter implements TokenCounter {

    private static final int BLOCK = 4096;

    @Override
    public String name() {
        return "chars";
    }

    @Override
    public int count(Slice text) {
        return tokens(codePoints(text.bytes(), text.from(), text.to(), Integer.MAX_VALUE));
    }

    @Override
    public int countEscaped(Slice inside) {
        return tokens(escapedCodePoints(inside.bytes(), inside.from(), inside.to(), Integer.MAX_VALUE));
    }

    @Override
    public boolean exceeds(Slice text, int limit) {
        return tokens(text.length()) > limit
                && tokens(codePoints(text.bytes(), text.from(), text.to(), enough(limit))) > limit;
    }

    @Override
    public boolean exceedsEscaped(Slice inside, int limit) {
        return tokens(inside.length()) > limit
                && tokens(escapedCodePoints(inside.bytes(), inside.from(), inside.to(), enough(limit))) > limit;
    }

    private static int tokens(long characters) {
        return (int) ((3 * characters + 9) / 10);
    }

    /** Returns a number of characters that is certain to exceed the limit. */
    private static int enough(int limit) {
        return (int) Math.min(Integer.MAX_VALUE, 4L * Math.max(limit, 0) + 4);
    }

    private static long codePoints(byte[] b, int from, int to, int maxCharacters) {
        long n = 0;
        for (int at = from; at < to && n < maxCharacters; at += BLOCK) {
            n += starts(b, at, Math.min(to, at + BLOCK));
        }
        return n;
    }

    /** Counts character starts: all bytes except continuation bytes. */
    private static int starts(byte[] b, int from, int to) {
        int n = 0;
        for (int i = from; i < to; i++) {
            n += b[i] > (byte) 0xBF ? 1 : 0;
        }
        return n;
    }

    private static long escapedCodePoints(byte[] b, int from, int to, int maxCharacters) {
        long n = 0;
        int at = from;
        while (at < to && n < maxCharacters) {
            int backslash = nextEscape(b, at, Math.min(to, at + BLOCK));
            n += starts(b, at, backslash);
            at = backslash;
            if (at < to && b[at] == '\\') {
                n++;
                at = characterEnd(b, at, to);
            }
        }
        return n;
    }

    private static int nextEscape(byte[] b, int from, int to) {
        int i = from;
        while (i < to && b[i] != '\\') {
            i++;
        }
        return i;
    }

    /** Returns the offset after the escape at {@code at}. Both halves of a surrogate pair are one character. */
    private static int characterEnd(byte[] b, int at, int to) {
        int end = escapeEnd(b, at, to);
        boolean isPair = isSurrogate(b, at, to, "89aAbB") && isSurrogate(b, end, to, "cCdDeEfF");
        return isPair ? escapeEnd(b, end, to) : end;
    }

    private static int escapeEnd(byte[] b, int at, int to) {
        boolean isUnicode = at + 1 < to && b[at + 1] == 'u';
        return Math.min(to, at + (isUnicode ? 6 : 2));
    }

    private static boolean isSurrogate(byte[] b, int at, int to, String third) {
        return at + 6 <= to
                && b[at] == '\\'
                && b[at + 1] == 'u'
                && (b[at + 2] | 0x20) == 'd'
                && third.indexOf(b[at + 3]) >= 0;
    }
}
