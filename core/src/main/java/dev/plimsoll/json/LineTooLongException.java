package dev.plimsoll.json;

import java.io.IOException;

/** A line was longer than the limit, or than memory is left, and has been skipped; the reader can go on with the next one. */
public final class LineTooLongException extends IOException {

    private static final long serialVersionUID = 1;

    private final long length;
    private final transient Slice head;
    private final transient Slice tail;

    public LineTooLongException(long length, int maxBytes, Slice head, Slice tail) {
        super("line: must be at most " + maxBytes + " bytes, got " + length);
        this.length = length;
        this.head = head;
        this.tail = tail;
    }

    /** The bytes of the line without its newline. */
    public long length() {
        return length;
    }

    /** How the line begins: at most 1 KB, which may tell whom to complain to. */
    public Slice head() {
        return head;
    }

    /** How the line ends: at most 1 KB. */
    public Slice tail() {
        return tail;
    }
}
