package dev.plimsoll.search.rank;

/**
 * Finds the words of a text, and folds them. A word is a run of letters and digits; in scripts without spaces between words, such as
 * Chinese, it is each pair of neighboring characters. Not thread-safe.
 */
final class WordScanner {

    /** Maximum number of bytes in a folded word; the rest of a longer word is ignored. */
    static final int MAX_TERM_BYTES = 64;

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
    private final byte[] term = new byte[2 * MAX_TERM_BYTES];
    private int length;
    private int wordStart;
    private int wordEnd;
    /** Form of the last character of a run without spaces; {@link FoldedCharacters#SEPARATOR} outside a run. */
    private byte[] previous = FoldedCharacters.SEPARATOR;

    private int previousStart;
    private int previousEnd;

    /** Reports the words in {@code [from, to)} in order. */
    void scan(byte[] bytes, int from, int to, WordListener listener) {
        length = 0;
        previous = FoldedCharacters.SEPARATOR;
        int offset = from;
        while (offset < to) {
            byte b = bytes[offset];
            if (b >= 0) {
                byte folded = ASCII[b];
                offset++;
                if (folded == 0) {
                    endWord(listener);
                    endRun(listener);
                } else {
                    endRun(listener);
                    addByte(folded, offset - 1, offset);
                }
                continue;
            }
            int size = characterSize(bytes, offset, to);
            addCharacter(foldedCharacters.fold(codePoint(bytes, offset, size)), offset, offset + size, listener);
            offset += size;
        }
        endWord(listener);
        endRun(listener);
    }

    private void addCharacter(byte[] form, int from, int to, WordListener listener) {
        if (form[0] == FoldedCharacters.LETTER) {
            endRun(listener);
            for (int i = 1; i < form.length; i++) {
                addByte(form[i], from, to);
            }
        } else if (form[0] == FoldedCharacters.UNSPACED) {
            endWord(listener);
            addUnspaced(form, from, to, listener);
        } else if (form[0] == FoldedCharacters.MARK[0]) {
            wordEnd = length > 0 ? to : wordEnd;
        } else {
            endWord(listener);
            endRun(listener);
        }
    }

    private void addByte(byte folded, int from, int to) {
        wordStart = length == 0 ? from : wordStart;
        wordEnd = to;
        if (length < MAX_TERM_BYTES) {
            term[length++] = folded;
        }
    }

    private void endWord(WordListener listener) {
        if (length > 0) {
            listener.onWord(term, length, wordStart, wordEnd, -1);
            length = 0;
        }
    }

    private void addUnspaced(byte[] form, int from, int to, WordListener listener) {
        if (previous.length > 1) {
            int size = copyForm(previous, 0);
            size = copyForm(form, size);
            listener.onWord(term, size, previousStart, to, previousEnd);
        }
        previous = form;
        previousStart = from;
        previousEnd = to;
    }

    private int copyForm(byte[] form, int offset) {
        int size = Math.min(form.length - 1, term.length - offset);
        System.arraycopy(form, 1, term, offset, size);
        return offset + size;
    }

    private void endRun(WordListener listener) {
        if (previous.length > 1) {
            listener.onWord(term, copyForm(previous, 0), previousStart, previousEnd, previousEnd);
            previous = FoldedCharacters.SEPARATOR;
        }
    }

    private static int characterSize(byte[] bytes, int offset, int to) {
        int firstByte = bytes[offset] & 0xFF;
        int size = firstByte >= 0xF0 ? 4 : firstByte >= 0xE0 ? 3 : firstByte >= 0xC0 ? 2 : 1;
        return Math.min(size, to - offset);
    }

    /** Returns the code point of a character; U+FFFD for invalid bytes. */
    private static int codePoint(byte[] bytes, int offset, int size) {
        int firstByte = bytes[offset] & 0xFF;
        if (size == 1) {
            return 0xFFFD;
        }
        int codePoint = firstByte & (0xFF >> (size + 1));
        for (int i = 1; i < size; i++) {
            codePoint = codePoint << 6 | (bytes[offset + i] & 0x3F);
        }
        return codePoint <= Character.MAX_CODE_POINT ? codePoint : 0xFFFD;
    }
}
