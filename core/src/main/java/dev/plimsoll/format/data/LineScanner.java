package dev.plimsoll.format.data;

import dev.plimsoll.json.Slice;
import dev.plimsoll.json.SwarBytes;

/** Scans the lines of a text; line breaks are {@code \n} and {@code \r\n}. */
public final class LineScanner {

    private final Slice text;
    private int next;
    private int line;
    private int start;
    private int stop;

    /** Creates a scanner that stands before the first line. */
    public LineScanner(Slice text) {
        this.text = text;
        this.next = text.from();
    }

    /** Moves to the next line; returns false at the end. */
    public boolean next() {
        byte[] b = text.bytes();
        int end = text.to();
        if (next >= end) {
            return false;
        }
        start = next;
        int i = endOfLine(b, start, end);
        stop = i > start && b[i - 1] == '\r' ? i - 1 : i;
        next = Math.min(i + 1, end);
        line++;
        return true;
    }

    /** Returns the offset of the next line feed; the end if there is none. */
    public static int endOfLine(byte[] b, int from, int end) {
        int i = from;
        for (; i <= end - Long.BYTES; i += Long.BYTES) {
            long mask = SwarBytes.equal(SwarBytes.word(b, i), SwarBytes.NEWLINES);
            if (mask != 0) {
                return i + SwarBytes.first(mask);
            }
        }
        while (i < end && b[i] != '\n') {
            i++;
        }
        return i;
    }

    /** Returns the number of the line, from 1. */
    public int line() {
        return line;
    }

    /** Returns the offset of the first byte of the line in the bytes of the text. */
    public int start() {
        return start;
    }

    /** Returns the offset after the line, without its line break. */
    public int stop() {
        return stop;
    }

    /** Returns the line without its line break. */
    public Slice content() {
        return new Slice(text.bytes(), start, stop);
    }

    /** Returns whether the line has only blanks and tabs. */
    public boolean isBlank() {
        byte[] b = text.bytes();
        for (int i = start; i < stop; i++) {
            if (b[i] != ' ' && b[i] != '\t') {
                return false;
            }
        }
        return true;
    }
}
