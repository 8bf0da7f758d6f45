package dev.plimsoll.format.toon;

import dev.plimsoll.format.data.LineScanner;
import dev.plimsoll.json.Slice;

/** The lines of a text that are not blank, with their indentation. */
final class ToonLines {

    private final byte[] bytes;
    private final LineScanner lines;
    private boolean isEnded;
    private int contentStart;
    private int previousEnd;

    ToonLines(Slice text) {
        this.bytes = text.bytes();
        this.lines = new LineScanner(text);
        next();
    }

    void next() {
        previousEnd = lines.end();
        do {
            isEnded = !lines.next();
        } while (!isEnded && lines.isBlank());
        if (!isEnded) {
            contentStart = lines.start();
            while (bytes[contentStart] == ' ') {
                contentStart++;
            }
        }
    }

    boolean isEnded() {
        return isEnded;
    }

    /** Returns the number of blanks before the line; -1 at the end of the text. */
    int indent() {
        return isEnded ? -1 : contentStart - lines.start();
    }

    /** Returns the offset of the first byte of the line. */
    int start() {
        return lines.start();
    }

    /** Returns the offset of the first byte of the line that is not a blank. */
    int contentStart() {
        return contentStart;
    }

    /** Returns the offset after the line. */
    int end() {
        return lines.end();
    }

    /** Returns the offset after the previous line. */
    int previousEnd() {
        return previousEnd;
    }

    boolean isItem() {
        return !isEnded && bytes[contentStart] == '-' && (contentStart + 1 == end() || bytes[contentStart + 1] == ' ');
    }
}
