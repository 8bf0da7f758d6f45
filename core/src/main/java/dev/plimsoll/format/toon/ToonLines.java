package dev.plimsoll.format.toon;

import dev.plimsoll.format.data.LineScanner;
import dev.plimsoll.json.Slice;

/** The lines of a text that are not blank, with their indentation. */
final class ToonLines {

    private final byte[] b;
    private final LineScanner lines;
    private boolean isEnded;
    private int from;
    private int lastStop;

    ToonLines(Slice text) {
        this.b = text.bytes();
        this.lines = new LineScanner(text);
        next();
    }

    void next() {
        lastStop = lines.stop();
        do {
            isEnded = !lines.next();
        } while (!isEnded && lines.isBlank());
        if (!isEnded) {
            from = lines.start();
            while (b[from] == ' ') {
                from++;
            }
        }
    }

    boolean isEnded() {
        return isEnded;
    }

    /** Returns the number of blanks before the line; -1 at the end of the text. */
    int indent() {
        return isEnded ? -1 : from - lines.start();
    }

    /** Returns the offset of the first byte of the line. */
    int start() {
        return lines.start();
    }

    /** Returns the offset of the first byte of the line that is no blank. */
    int from() {
        return from;
    }

    /** Returns the offset after the line. */
    int to() {
        return lines.stop();
    }

    /** Returns the offset after the previous line. */
    int lastStop() {
        return lastStop;
    }

    boolean isItem() {
        return !isEnded && b[from] == '-' && (from + 1 == to() || b[from + 1] == ' ');
    }
}
