package dev.plimsoll.view;

/**
 * Range of lines, or of characters of one line. Lines and characters are counted from 1, and the last one
 * belongs to the range.
 *
 * @param firstCharacter first character; 0 for whole lines
 * @param lastCharacter last character; 0 for whole lines
 */
public record TextRange(int firstLine, int lastLine, int firstCharacter, int lastCharacter) {

    static TextRange ofLines(int first, int last) {
        return new TextRange(first, last, 0, 0);
    }

    static TextRange ofCharacters(int line, int first, int last) {
        return new TextRange(line, line, first, last);
    }

    public boolean isOfCharacters() {
        return firstCharacter > 0;
    }

    @Override
    public String toString() {
        String line = isOfCharacters() ? firstLine + ":" : "";
        int first = isOfCharacters() ? firstCharacter : firstLine;
        int last = isOfCharacters() ? lastCharacter : lastLine;
        return line + first + (last == first ? "" : "-" + last);
    }
}
