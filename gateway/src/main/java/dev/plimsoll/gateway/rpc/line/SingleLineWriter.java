package dev.plimsoll.gateway.rpc.line;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import java.io.IOException;

/**
 * Writes a message as one line: leaves out each line break, and the indentation after it. In JSON, a line
 * break can only be white space between two tokens. Not thread-safe.
 */
public final class SingleLineWriter {

    private boolean isAfterLineBreak;

    /** Receives parts of the line. */
    public interface Output {
        void write(byte[] bytes, int from, int to) throws IOException;
    }

    /** Begins a new message. */
    public void begin() {
        isAfterLineBreak = false;
    }

    /**
     * Writes the next slice of the message, without line breaks. A line break at its end also affects the
     * next slice.
     */
    public void write(Slice piece, Output out) throws IOException {
        byte[] bytes = piece.bytes();
        int end = piece.to();
        int position = piece.from();
        while (position < end) {
            position = isAfterLineBreak ? Json.skipSpace(bytes, position, end) : position;
            int lineEnd = Json.findLineBreak(bytes, position, end);
            if (lineEnd > position) {
                out.write(bytes, position, lineEnd);
            }
            isAfterLineBreak = lineEnd < end || (isAfterLineBreak && lineEnd == position);
            position = lineEnd;
        }
    }
}
