package dev.plimsoll.json.frame;

import dev.plimsoll.json.Slice;
import java.io.IOException;

/** Thrown for a line that exceeds the limit or the free memory. The line is skipped; reading can continue with the next. */
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

    /** Returns the length of the line in bytes, without its newline. */
    public long length() {
        return length;
    }

    /** Returns the beginning of the line, at most 1 KB, which may identify the message. */
    public Slice head() {
        return head;
    }

    /** Returns the end of the line, at most 1 KB. */
    public Slice tail() {
        return tail;
    }
}
