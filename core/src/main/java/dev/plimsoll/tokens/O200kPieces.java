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
 * Splits text into the pieces that o200k_base encodes one by one: mostly words with the space before them, numbers,
 * and runs of symbols.
 */
final class O200kPieces {
    // A scanner for the regular expression of the vocabulary. These are its alternatives, with their backtracking
    // (F = FRONT, B = BACK, P = PREFIX; C = (?i:'s|'t|'re|'ve|'m|'ll|'d)):
    //
    //   P? F* B+ C? F* is greedy. Without a B after it, it backtracks to the last character that is both F and B
    //   (letters without case, marks), and the word ends there P? F+ B* C? only if there is no B: a run of capitals
    //   \p{N}{1,3} \ ?SYMBOL+[\r\n/]* \s*[\r\n]+ up to the last line end in the white space \s+(?!\S) all but the last
    //   space before a visible character \s+
    //
    // A mark is P, F, B, and SYMBOL. As P it is matched only if a B follows.

    private O200kPieces() {}

    /** Returns the end of the piece that begins at {@code at}. */
    static int end(byte[] b, int at, int to) {
        int end = at <= to - Long.BYTES ? AsciiPieces.endOfShort(b, at) : AsciiPieces.UNSURE;
        return end == AsciiPieces.UNSURE ? endByCharacter(b, at, to) : end;
    }

    /** Returns the end of the piece that begins at {@code at}, without the fast path for eight bytes. */
    static int endByCharacter(byte[] b, int at, int to) {
        int bits = LetterClasses.at(b, at, to);
        if ((bits & PREFIX) == 0) {
            if ((bits & WORD) != 0) {
                return contracted(b, word(b, at, to), to);
            }
            return (bits & NUMBER) != 0 ? number(b, at, to) : space(b, at, to);
        }
        int after = at + LetterClasses.length(bits);
        int next = after < to ? LetterClasses.at(b, after, to) : 0;
        if ((bits & WORD) != 0) {
            return contracted(b, afterMark(b, after, to, next), to);
        }
        if ((next & WORD) != 0) {
            return contracted(b, word(b, after, to), to);
        }
        if ((bits & SYMBOL) != 0) {
            return symbols(b, after, to);
        }
        return b[at] == ' ' && (next & SYMBOL) != 0 ? symbols(b, after, to) : space(b, at, to);
    }

    /** Returns the end of a word, without its prefix and its contraction. */
    private static int word(byte[] b, int at, int to) {
        int end = AsciiPieces.endOfWord(b, at, to);
        return end == AsciiPieces.UNSURE ? wordByCharacter(b, at, to) : end;
    }

    private static int wordByCharacter(byte[] b, int at, int to) {
        int i = at;
        int lastBack = -1;
        int bits = 0;
        while (i < to && ((bits = LetterClasses.at(b, i, to)) & FRONT) != 0) {
            i += LetterClasses.length(bits);
            if ((bits & BACK) != 0) {
                lastBack = i;
            }
        }
        if (i == to || (bits & BACK) == 0) {
            return lastBack > 0 ? lastBack : i;
        }
        while (i < to && ((bits = LetterClasses.at(b, i, to)) & BACK) != 0) {
            i += LetterClasses.length(bits);
        }
        return i;
    }

    /**
     * Returns the end of a word that begins with a mark. The mark is the prefix of the word after it if that has a B, otherwise
     * a word of its own.
     */
    private static int afterMark(byte[] b, int after, int to, int next) {
        if ((next & WORD) == 0) {
            return after;
        }
        int i = after;
        int bits = next;
        while ((bits & FRONT) != 0 && (bits & BACK) == 0) {
            i += LetterClasses.length(bits);
            bits = i < to ? LetterClasses.at(b, i, to) : 0;
        }
        return (bits & BACK) != 0 ? word(b, after, to) : after;
    }

    private static int contracted(byte[] b, int at, int to) {
        if (at + 1 >= to || b[at] != '\'') {
            return at;
        }
        int c = b[at + 1] | 0x20;
        if (c == 's' || c == 't' || c == 'm' || c == 'd') {
            return at + 2;
        }
        if (at + 2 >= to) {
            return at;
        }
        int d = b[at + 2] | 0x20;
        boolean two = ((c == 'r' || c == 'v') && d == 'e') || (c == 'l' && d == 'l');
        // the long s (U+017F) is an s, too, if case is ignored
        boolean longS = b[at + 1] == (byte) 0xC5 && b[at + 2] == (byte) 0xBF;
        return two || longS ? at + 3 : at;
    }

    private static int number(byte[] b, int at, int to) {
        int i = at;
        for (int digits = 0; digits < 3 && i < to; digits++) {
            if (b[i] >= '0' && b[i] <= '9') {
                i++;
                continue;
            }
            int bits = LetterClasses.at(b, i, to);
            if ((bits & NUMBER) == 0) {
                break;
            }
            i += LetterClasses.length(bits);
        }
        return i;
    }

    private static int symbols(byte[] b, int at, int to) {
        int i = at;
        while (i < to) {
            int bits = LetterClasses.at(b, i, to);
            if ((bits & SYMBOL) == 0) {
                break;
            }
            i += LetterClasses.length(bits);
        }
        while (i < to && (b[i] == '\n' || b[i] == '\r' || b[i] == '/')) {
            i++;
        }
        return i;
    }

    private static int space(byte[] b, int at, int to) {
        int i = at;
        int last = at;
        int afterNewline = -1;
        while (i < to) {
            int bits = LetterClasses.at(b, i, to);
            if ((bits & SPACE) == 0) {
                break;
            }
            last = i;
            i += LetterClasses.length(bits);
            if ((bits & NEWLINE) != 0) {
                afterNewline = i;
            }
        }
        if (afterNewline > 0) {
            return afterNewline;
        }
        return i == to || last == at ? i : last;
    }
}
