package dev.plimsoll.json;

import java.io.IOException;

/** A line was longer than the limit and has been skipped; the reader can go on with the next one. */
public final class LineTooLongException extends IOException {

    private static final long serialVersionUID = 1;

    private final long length;

    LineTooLongException(long length, int maxBytes) {
        super("line: must be at most " + maxBytes + " bytes, got " + length);
        this.length = length;
    }

    /** The bytes of the line without its newline. */
    public long length() {
        return length;
    }
}
