package dev.plimsoll.search.rank;

/**
 * Finds the words of a text, and folds them. A word is a run of letters and digits; in scripts without spaces between words, such as
 * Chinese, it is each pair of neighboring characters. Not thread-safe.
 */
final class WordScanner {

    /** Maximum number of bytes in a folded word; the rest of a longer word is ignored. */
    static final int MAX_TERM = 64;

    /** Folded ASCII letters and digits; 0 for other characters. */
    private static final byte[] ASCII = new byte[128];

    static {
        for (int c = '0'; c <= '9'; c++) {
            ASCII[c] = (byte) c;
        }
        for (int c = 'a'; c <= 'z'; c++) {
            ASCII[c] = (byte) c;
            ASCII[c - 'a' + 'A'] = (byte) c;
        }
    }

    private final FoldedCharacters foldedCharacters = new FoldedCharacters();
    private final byte[] term = new byte[2 * MAX_TERM];
    private int length;
    private int wordFrom;
    private int wordTo;
    /** Folded bytes of the last character of a run without spaces; empty outside such a run. */
    private byte[] previous = FoldedCharacters.SEPARATOR;

    private int previousFrom;
    private int previousTo;

    /** Reports the words in {@code [from, to)} in order. */
    void scan(byte[] bytes, int from, int to, WordListener listener) {
        length = 0;
        previous = FoldedCharacters.SEPARATOR;
        int at = from;
        while (at < to) {
            byte b = bytes[at];
            if (b >= 0) {
                byte folded = ASCII[b];
                at++;
                if (folded == 0) {
                    endWord(listener);
                    endRun(listener);
                } else {
                    endRun(listener);
                    add(folded, at - 1, at);
                }
                continue;
            }
            int size = sizeAt(bytes, at, to);
            addCharacter(foldedCharacters.of(codePoint(bytes, at, size)), at, at + size, listener);
            at += size;
        }
        endWord(listener);
        endRun(listener);
    }

    private void addCharacter(byte[] form, int from, int to, WordListener listener) {
        if (form[0] == FoldedCharacters.LETTER) {
            endRun(listener);
            for (int i = 1; i < form.length; i++) {
                add(form[i], from, to);
            }
        } else if (form[0] == FoldedCharacters.UNSPACED) {
            endWord(listener);
            addUnspaced(form, from, to, listener);
        } else if (form[0] == FoldedCharacters.MARK[0]) {
            wordTo = length > 0 ? to : wordTo;
        } else {
            endWord(listener);
            endRun(listener);
        }
    }

    private void add(byte folded, int from, int to) {
        wordFrom = length == 0 ? from : wordFrom;
        wordTo = to;
        if (length < MAX_TERM) {
            term[length++] = folded;
        }
    }

    private void endWord(WordListener listener) {
        if (length > 0) {
            listener.onWord(term, length, wordFrom, wordTo, -1);
            length = 0;
        }
    }

    private void addUnspaced(byte[] form, int from, int to, WordListener listener) {
        if (previous.length > 1) {
            int size = copy(previous, 0);
            size = copy(form, size);
            listener.onWord(term, size, previousFrom, to, previousTo);
        }
        previous = form;
        previousFrom = from;
        previousTo = to;
    }

    private int copy(byte[] form, int at) {
        int size = Math.min(form.length - 1, term.length - at);
        System.arraycopy(form, 1, term, at, size);
        return at + size;
    }

    private void endRun(WordListener listener) {
        if (previous.length > 1) {
            listener.onWord(term, copy(previous, 0), previousFrom, previousTo, previousTo);
            previous = FoldedCharacters.SEPARATOR;
        }
    }

    private static int sizeAt(byte[] bytes, int at, int to) {
        int b = bytes[at] & 0xFF;
        int size = b >= 0xF0 ? 4 : b >= 0xE0 ? 3 : b >= 0xC0 ? 2 : 1;
        return Math.min(size, to - at);
    }

    /** Returns the code point of a character; U+FFFD for invalid bytes. */
    private static int codePoint(byte[] bytes, int at, int size) {
        int first = bytes[at] & 0xFF;
        if (size == 1) {
            return 0xFFFD;
        }
        int point = first & (0xFF >> (size + 1));
        for (int i = 1; i < size; i++) {
            point = point << 6 | (bytes[at + i] & 0x3F);
        }
        return point <= Character.MAX_CODE_POINT ? point : 0xFFFD;
    }
}
