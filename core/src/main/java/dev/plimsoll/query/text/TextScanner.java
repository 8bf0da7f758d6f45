package dev.plimsoll.query.text;

/** A text with a position, from which words and numbers are read from front to back. */
final class TextScanner {

    private final String text;
    private int at;

    TextScanner(String text) {
        this.text = text;
    }

    boolean isAtEnd() {
        return at == text.length();
    }

    void skipSpace() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    /** Skips one character if it is this one; returns whether it is. */
    boolean skip(char c) {
        boolean isFound = at < text.length() && text.charAt(at) == c;
        at += isFound ? 1 : 0;
        return isFound;
    }

    /** Skips a word in any case; returns whether it is there. */
    boolean skip(String word) {
        boolean isFound = text.regionMatches(true, at, word, 0, word.length());
        at += isFound ? word.length() : 0;
        return isFound;
    }

    /** Skips letters; returns whether there is at least one. */
    boolean skipLetters() {
        int from = at;
        while (at < text.length() && Character.isLetter(text.charAt(at))) {
            at++;
        }
        return at > from;
    }

    /** Reads a number after spaces, of up to {@code digits} digits; returns -1 if there is none within the limits. */
    int number(int digits, int min, int max) {
        skipSpace();
        long n = digits(digits);
        return n < min || n > max ? -1 : (int) n;
    }

    /** Reads a number of up to {@code digits} digits; returns -1 if there is no digit. */
    long digits(int digits) {
        int from = at;
        long n = 0;
        while (at < text.length() && at - from < digits && Character.digit(text.charAt(at), 10) >= 0) {
            n = 10 * n + Character.digit(text.charAt(at++), 10);
        }
        return at == from ? -1 : n;
    }
}
