package dev.plimsoll.tokens;

import static dev.plimsoll.tokens.LetterClasses.BACK;
import static dev.plimsoll.tokens.LetterClasses.FRONT;
import static dev.plimsoll.tokens.LetterClasses.NEWLINE;
import static dev.plimsoll.tokens.LetterClasses.NUMBER;
import static dev.plimsoll.tokens.LetterClasses.PREFIX;
import static dev.plimsoll.tokens.LetterClasses.SPACE;
import static dev.plimsoll.tokens.LetterClasses.SYMBOL;
import static dev.plimsoll.tokens.LetterClasses.WORD;

/**
 * Splitter of a text into the pieces that o200k_base encodes one by one: mostly words with the space before them, numbers,
 * and runs of symbols.
 */
final class O200kPieces {
    // A scanner for the regular expression of the vocabulary. F = FRONT, B = BACK, P = PREFIX, and
    // C = (?i:'s|'t|'re|'ve|'m|'ll|'d). These are its alternatives, in their order:
    //
    // 1. P? F* B+ C? -- F* is greedy. Without a B after it, it backtracks to the last character that is both F and B
    // (letters without case, marks), and the word ends there.
    //
    // 2. P? F+ B* C? -- applies only if there is no B: a run of capitals.
    //
    // 3. \p{N}{1,3}
    //
    // 4. \ ?SYMBOL+[\r\n/]*
    //
    // 5. \s*[\r\n]+ -- up to the last line end in the white space.
    //
    // 6. \s+(?!\S) -- all but the last space before a visible character.
    //
    // 7. \s+
    //
    // A mark is P, F, B, and SYMBOL. A mark before a word is its P only if the word has a B; otherwise the mark is a
    // word by itself (F* and P are empty).

    private O200kPieces() {}

    /** Returns the end of the piece that begins at {@code start}. */
    static int endOfPiece(byte[] bytes, int start, int to) {
        int end = start <= to - Long.BYTES ? AsciiPieces.endOfShortPiece(bytes, start) : AsciiPieces.UNKNOWN;
        return end == AsciiPieces.UNKNOWN ? endOfPieceByCharacter(bytes, start, to) : end;
    }

    /** Returns the end of the piece that begins at {@code start}, without the fast path for eight bytes. */
    static int endOfPieceByCharacter(byte[] bytes, int start, int to) {
        int bits = LetterClasses.classify(bytes, start, to);
        if ((bits & PREFIX) == 0) {
            if ((bits & WORD) != 0) {
                return endOfContraction(bytes, endOfWord(bytes, start, to), to);
            }
            return (bits & NUMBER) != 0 ? endOfNumber(bytes, start, to) : endOfSpace(bytes, start, to);
        }
        int second = start + LetterClasses.lengthOf(bits);
        int nextBits = second < to ? LetterClasses.classify(bytes, second, to) : 0;
        if ((bits & WORD) != 0) {
            return endOfContraction(bytes, endAfterMark(bytes, second, to, nextBits), to);
        }
        if ((nextBits & WORD) != 0) {
            return endOfContraction(bytes, endOfWord(bytes, second, to), to);
        }
        if ((bits & SYMBOL) != 0) {
            return endOfSymbols(bytes, second, to);
        }
        return bytes[start] == ' ' && (nextBits & SYMBOL) != 0
                ? endOfSymbols(bytes, second, to)
                : endOfSpace(bytes, start, to);
    }

    /** Returns the end of a word, without its prefix and its contraction. */
    private static int endOfWord(byte[] bytes, int start, int to) {
        int end = AsciiPieces.endOfWord(bytes, start, to);
        return end == AsciiPieces.UNKNOWN ? endOfWordByCharacter(bytes, start, to) : end;
    }

    private static int endOfWordByCharacter(byte[] bytes, int start, int to) {
        int i = start;
        int lastBack = -1;
        int bits = 0;
        while (i < to && ((bits = LetterClasses.classify(bytes, i, to)) & FRONT) != 0) {
            i += LetterClasses.lengthOf(bits);
            if ((bits & BACK) != 0) {
                lastBack = i;
            }
        }
        if (i == to || (bits & BACK) == 0) {
            return lastBack > 0 ? lastBack : i;
        }
        while (i < to && ((bits = LetterClasses.classify(bytes, i, to)) & BACK) != 0) {
            i += LetterClasses.lengthOf(bits);
        }
        return i;
    }

    /**
     * Returns the end of a word that begins with a mark. The mark is the prefix of the word after it if that word has a BACK
     * character, otherwise it is a word itself.
     */
    private static int endAfterMark(byte[] bytes, int second, int to, int nextBits) {
        if ((nextBits & WORD) == 0) {
            return second;
        }
        int i = second;
        int bits = nextBits;
        while ((bits & FRONT) != 0 && (bits & BACK) == 0) {
            i += LetterClasses.lengthOf(bits);
            bits = i < to ? LetterClasses.classify(bytes, i, to) : 0;
        }
        return (bits & BACK) != 0 ? endOfWord(bytes, second, to) : second;
    }

    private static int endOfContraction(byte[] bytes, int start, int to) {
        if (start + 1 >= to || bytes[start] != '\'') {
            return start;
        }
        int letter = bytes[start + 1] | 0x20;
        if (letter == 's' || letter == 't' || letter == 'm' || letter == 'd') {
            return start + 2;
        }
        if (start + 2 >= to) {
            return start;
        }
        int secondLetter = bytes[start + 2] | 0x20;
        boolean isTwoLetters =
                ((letter == 'r' || letter == 'v') && secondLetter == 'e') || (letter == 'l' && secondLetter == 'l');
        // the long s (U+017F) is an s, too, if case is ignored
        boolean isLongS = bytes[start + 1] == (byte) 0xC5 && bytes[start + 2] == (byte) 0xBF;
        return isTwoLetters || isLongS ? start + 3 : start;
    }

    private static int endOfNumber(byte[] bytes, int start, int to) {
        int i = start;
        for (int digits = 0; digits < 3 && i < to; digits++) {
            if (bytes[i] >= '0' && bytes[i] <= '9') {
                i++;
                continue;
            }
            int bits = LetterClasses.classify(bytes, i, to);
            if ((bits & NUMBER) == 0) {
                break;
            }
            i += LetterClasses.lengthOf(bits);
        }
        return i;
    }

    private static int endOfSymbols(byte[] bytes, int start, int to) {
        int i = start;
        while (i < to) {
            int bits = LetterClasses.classify(bytes, i, to);
            if ((bits & SYMBOL) == 0) {
                break;
            }
            i += LetterClasses.lengthOf(bits);
        }
        while (i < to && (bytes[i] == '\n' || bytes[i] == '\r' || bytes[i] == '/')) {
            i++;
        }
        return i;
    }

    private static int endOfSpace(byte[] bytes, int start, int to) {
        int i = start;
        int last = start;
        int afterNewline = -1;
        while (i < to) {
            int bits = LetterClasses.classify(bytes, i, to);
            if ((bits & SPACE) == 0) {
                break;
            }
            last = i;
            i += LetterClasses.lengthOf(bits);
            if ((bits & NEWLINE) != 0) {
                afterNewline = i;
            }
        }
        if (afterNewline > 0) {
            return afterNewline;
        }
        return i == to || last == start ? i : last;
    }
}
