package dev.plimsoll.gateway.rpc;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import java.io.IOException;

/**
 * Writes a message on one line. A line break in JSON is white space between two tokens: it is omitted, with the
 * indentation after it. Not thread-safe.
 */
public final class SingleLineWriter {

    private boolean isAfterLineBreak;

    /** Receives parts of the line. */
    public interface Output {
        void write(byte[] b, int from, int to) throws IOException;
    }

    /** Begins a new message. */
    public void begin() {
        isAfterLineBreak = false;
    }

    /** Writes the next slice of the message, without its line breaks. */
    public void write(Slice piece, Output out) throws IOException {
        byte[] b = piece.bytes();
        int end = piece.to();
        int at = piece.from();
        while (at < end) {
            at = isAfterLineBreak ? Json.skipSpace(b, at, end) : at;
            int lineEnd = Json.findLineBreak(b, at, end);
            if (lineEnd > at) {
                out.write(b, at, lineEnd);
            }
            isAfterLineBreak = lineEnd < end || (isAfterLineBreak && lineEnd == at);
            at = lineEnd;
        }
    }
}
