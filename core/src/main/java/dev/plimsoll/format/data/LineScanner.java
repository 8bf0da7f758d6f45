package dev.plimsoll.format.data;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.SwarBytes;

/** Scans the lines of a text; line breaks are {@code \n} and {@code \r\n}. */
public final class LineScanner {

    private final Slice text;
    private int nextStart;
    private int lineNumber;
    private int start;
    private int end;

    /** Creates a scanner whose first {@link #next} moves to the first line. */
    public LineScanner(Slice text) {
        this.text = text;
        this.nextStart = text.from();
    }

    /** Moves to the next line; returns false at the end. */
    public boolean next() {
        byte[] bytes = text.bytes();
        int textEnd = text.to();
        if (nextStart >= textEnd) {
            return false;
        }
        start = nextStart;
        int lineFeed = findLineFeed(bytes, start, textEnd);
        end = lineFeed > start && bytes[lineFeed - 1] == '\r' ? lineFeed - 1 : lineFeed;
        nextStart = Math.min(lineFeed + 1, textEnd);
        lineNumber++;
        return true;
    }

    /** Returns the offset of the next line feed; the end if there is none. */
    public static int findLineFeed(byte[] bytes, int from, int end) {
        int offset = from;
        for (; offset <= end - Long.BYTES; offset += Long.BYTES) {
            long mask = SwarBytes.equal(SwarBytes.word(bytes, offset), SwarBytes.NEWLINES);
            if (mask != 0) {
                return offset + SwarBytes.first(mask);
            }
        }
        while (offset < end && bytes[offset] != '\n') {
            offset++;
        }
        return offset;
    }

    /** Returns the number of the line, from 1. */
    public int lineNumber() {
        return lineNumber;
    }

    /** Returns the offset of the first byte of the line in the bytes of the text. */
    public int start() {
        return start;
    }

    /** Returns the offset after the line, without its line break. */
    public int end() {
        return end;
    }

    /** Returns the line without its line break. */
    public Slice content() {
        return new Slice(text.bytes(), start, end);
    }

    /** Returns whether the line has only blanks and tabs. */
    public boolean isBlank() {
        byte[] bytes = text.bytes();
        for (int i = start; i < end; i++) {
            if (bytes[i] != ' ' && bytes[i] != '\t') {
                return false;
            }
        }
        return true;
    }
}
