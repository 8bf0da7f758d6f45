package dev.plimsoll.view;

/**
 * Range of lines, or of characters of one line. Lines and characters are counted from 1. The range includes
 * the last line or character.
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

    public boolean isCharacterRange() {
        return firstCharacter > 0;
    }

    @Override
    public String toString() {
        String line = isCharacterRange() ? firstLine + ":" : "";
        int first = isCharacterRange() ? firstCharacter : firstLine;
        int last = isCharacterRange() ? lastCharacter : lastLine;
        return line + first + (last == first ? "" : "-" + last);
    }
}
