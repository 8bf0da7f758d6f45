package dev.plimsoll.measure;

/** Finds the escapes in the raw inside of a JSON string. Knows just enough to walk it; broken escapes are walked over. */
final class Escapes {

    private Escapes() {}

    /** The offset of the next backslash, or {@code to}. */
    static int next(byte[] b, int from, int to) {
        int i = from;
        while (i < to && b[i] != '\\') {
            i++;
        }
        return i;
    }

    /** The offset after the escape that begins at {@code at}. */
    static int end(byte[] b, int at, int to) {
        boolean unicode = at + 1 < to && b[at + 1] == 'u';
        return Math.min(to, at + (unicode ? 6 : 2));
    }

    /** The same, with both halves of a pair of surrogates taken as one. */
    static int characterEnd(byte[] b, int at, int to) {
        int end = end(b, at, to);
        return isSurrogate(b, at, to, "89aAbB") && isSurrogate(b, end, to, "cCdDeEfF") ? end(b, end, to) : end;
    }

    private static boolean isSurrogate(byte[] b, int at, int to, String third) {
        return at + 6 <= to
                && b[at] == '\\'
                && b[at + 1] == 'u'
                && (b[at + 2] | 0x20) == 'd'
                && third.indexOf(b[at + 3]) >= 0;
    }
}
