package dev.plimsoll.json.frame;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.SwarBytes;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads messages of one line each, the format of MCP over standard input and output. Each returned slice has its own
 * bytes. For one reading thread.
 */
public final class LineFramer {

    /** Maximum bytes that are read from the stream at once. */
    private static final int BUFFER_BYTES = 1 << 16;

    /** Maximum length of a line for which no memory is reserved. */
    private static final int MAX_UNRESERVED_BYTES = 1 << 20;

    /** Number of copies of a line in memory while the array with its bytes doubles. */
    private static final int COPIES = 2;

    private final InputStream in;
    private final int maxBytes;
    private final MemoryReservation memoryReservation;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int offset;
    private int bufferEnd;

    /** Creates a framer that reserves no memory: a line can use all free memory. */
    public LineFramer(InputStream in, int maxBytes) {
        this(in, maxBytes, bytes -> true);
    }

    /**
     * Creates a framer that reserves memory for long lines.
     *
     * @param memoryReservation the reservation for the current line
     */
    public LineFramer(InputStream in, int maxBytes, MemoryReservation memoryReservation) {
        if (maxBytes < 1) {
            throw new IllegalArgumentException("maxBytes: must be at least 1, got " + maxBytes);
        }
        this.in = in;
        this.maxBytes = maxBytes;
        this.memoryReservation = memoryReservation;
    }

    /**
     * Returns the next line that is not blank, without its line break; null at the end of the stream. Releases the memory
     * that is reserved for the previous line.
     *
     * @throws LineTooLongException if the line exceeds the limit or the free memory; the line is skipped then
     */
    public @Nullable Slice next() throws IOException {
        while (offset < bufferEnd || fillBuffer()) {
            Slice line = readLine();
            if (!Json.trim(line).isEmpty()) {
                return line;
            }
        }
        return null;
    }

    private Slice readLine() throws IOException {
        ByteCollector line = new ByteCollector();
        memoryReservation.release();
        long length = 0;
        boolean hasLineBreak = false;
        LineEdges edges = null;
        while (!hasLineBreak && (offset < bufferEnd || fillBuffer())) {
            // lines are usually much longer than a word
            int searchStart = SwarBytes.skipWithoutControls(buffer, offset, bufferEnd);
            int lineEnd = LineIndex.endOfLine(buffer, searchStart, bufferEnd);
            hasLineBreak = buffer[lineEnd - 1] == '\n';
            int contentEnd = hasLineBreak ? lineEnd - 1 : lineEnd;
            length += contentEnd - offset;
            // one byte more than allowed is stored: it may be the \r of the line break
            if (edges == null && (length > maxBytes + 1L || !tryAdd(line, contentEnd))) {
                edges = line.edges();
                line = new ByteCollector();
                memoryReservation.release();
            }
            if (edges != null) {
                edges.add(buffer, offset, contentEnd);
            }
            offset = lineEnd;
        }
        Slice complete = edges == null ? finishLine(line) : null;
        if (complete != null) {
            memoryReservation.reduceTo(length > MAX_UNRESERVED_BYTES ? length : 0);
            return complete;
        }
        edges = edges == null ? line.edges() : edges;
        memoryReservation.release();
        throw new LineTooLongException(length, maxBytes, edges.head(), edges.tail());
    }

    /** Adds the bytes; returns false if there is not enough memory: the line then counts as too long. */
    private boolean tryAdd(ByteCollector line, int end) {
        long length = (long) line.size() + end - offset;
        if (length > MAX_UNRESERVED_BYTES && !memoryReservation.tryResize(COPIES * length)) {
            return false;
        }
        try {
            line.add(buffer, offset, end);
            return true;
        } catch (OutOfMemoryError e) {
            return false;
        }
    }

    /** Returns the line; null if it exceeds the limit or the free memory. */
    private @Nullable Slice finishLine(ByteCollector line) {
        try {
            Slice content = line.slice();
            boolean endsWithReturn = !content.isEmpty() && content.at(content.length() - 1) == '\r';
            Slice withoutReturn = endsWithReturn ? content.sub(0, content.length() - 1) : content;
            return withoutReturn.length() <= maxBytes ? withoutReturn : null;
        } catch (OutOfMemoryError e) {
            return null;
        }
    }

    private boolean fillBuffer() throws IOException {
        int count = in.read(buffer, 0, buffer.length);
        offset = 0;
        bufferEnd = Math.max(0, count);
        return count > 0;
    }
}
