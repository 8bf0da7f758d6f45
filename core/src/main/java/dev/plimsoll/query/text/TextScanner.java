package dev.plimsoll.query.text;

/** Scanner that reads the words and numbers of a text from left to right. */
final class TextScanner {

    private final String text;
    private int position;

    TextScanner(String text) {
        this.text = text;
    }

    boolean isAtEnd() {
        return position == text.length();
    }

    void skipWhiteSpace() {
        while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
            position++;
        }
    }

    /** Skips a character; returns false if the text continues with another one. */
    boolean skip(char c) {
        boolean isFound = position < text.length() && text.charAt(position) == c;
        position += isFound ? 1 : 0;
        return isFound;
    }

    /** Skips a word in upper or lower case; returns false if the text continues with another one. */
    boolean skip(String word) {
        boolean isFound = text.regionMatches(true, position, word, 0, word.length());
        position += isFound ? word.length() : 0;
        return isFound;
    }

    /** Skips all letters at the position; returns false if there are none. */
    boolean skipLetters() {
        int start = position;
        while (position < text.length() && Character.isLetter(text.charAt(position))) {
            position++;
        }
        return position > start;
    }

    /** Reads a number after spaces, of up to {@code maxDigits} digits; returns -1 if there is none within the limits. */
    int readNumber(int maxDigits, int min, int max) {
        skipWhiteSpace();
        long number = readDigits(maxDigits);
        return number < min || number > max ? -1 : (int) number;
    }

    /** Reads a number of up to {@code maxDigits} digits; returns -1 if there is no digit. */
    long readDigits(int maxDigits) {
        int start = position;
        long number = 0;
        while (position < text.length()
                && position - start < maxDigits
                && Character.digit(text.charAt(position), 10) >= 0) {
            number = 10 * number + Character.digit(text.charAt(position++), 10);
        }
        return position == start ? -1 : number;
    }
}
