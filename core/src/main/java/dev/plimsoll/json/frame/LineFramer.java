package dev.plimsoll.json.frame;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads messages of one line each, the format of MCP over standard input and output. Each returned slice has its own
 * bytes. For one reading thread.
 */
public final class LineFramer {

    /** Maximum bytes that are read from the stream at once. */
    private static final int BUFFER_BYTES = 1 << 16;

    /** Longest line for which no memory is reserved. */
    private static final int UNRESERVED = 1 << 20;

    /** A line is collected in an array that doubles. */
    private static final int COPIES = 2;

    private final InputStream in;
    private final int maxBytes;
    private final LongPredicate memory;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int at;
    private int filled;

    /** Creates a framer that uses the free memory. */
    public LineFramer(InputStream in, int maxBytes) {
        this(in, maxBytes, bytes -> true);
    }

    /**
     * Creates a framer that reserves memory for long lines.
     *
     * @param memory changes the memory that is reserved for the current line to this number of bytes; returns false, and
     *     changes nothing, if there is too little; 0 gives all bytes back
     */
    public LineFramer(InputStream in, int maxBytes, LongPredicate memory) {
        if (maxBytes < 1) {
            throw new IllegalArgumentException("maxBytes: must be at least 1, got " + maxBytes);
        }
        this.in = in;
        this.maxBytes = maxBytes;
        this.memory = memory;
    }

    /**
     * Returns the next line that is not blank, without its line break; null at the end of the stream. Gives back the memory of the
     * previous line.
     *
     * @throws LineTooLongException if the line exceeds the limit or the free memory; it is skipped then
     */
    public @Nullable Slice next() throws IOException {
        while (at < filled || fill()) {
            Slice line = readLine();
            if (!Json.trim(line).isEmpty()) {
                return line;
            }
        }
        return null;
    }

    private Slice readLine() throws IOException {
        ByteCollector line = new ByteCollector();
        giveBackAllBut(0);
        long length = 0;
        boolean isEnded = false;
        LineEdges edges = null;
        while (!isEnded && (at < filled || fill())) {
            int stop = LineIndex.lineEnd(buffer, at, filled);
            isEnded = buffer[stop - 1] == '\n';
            int to = isEnded ? stop - 1 : stop;
            length += to - at;
            // one byte more than allowed is stored: it may be the \r of the line break
            if (edges == null && (length > maxBytes + 1L || !tryAdd(line, to))) {
                edges = line.edges();
                line = new ByteCollector();
                giveBackAllBut(0);
            }
            if (edges != null) {
                edges.add(buffer, at, to);
            }
            at = stop;
        }
        Slice complete = edges == null ? finishLine(line) : null;
        if (complete != null) {
            giveBackAllBut(length > UNRESERVED ? length : 0);
            return complete;
        }
        edges = edges == null ? line.edges() : edges;
        giveBackAllBut(0);
        throw new LineTooLongException(length, maxBytes, edges.head(), edges.tail());
    }

    /** Adds the bytes; returns false if there is not enough memory: the line then counts as too long. */
    private boolean tryAdd(ByteCollector line, int to) {
        long length = (long) line.size() + to - at;
        if (length > UNRESERVED && !memory.test(COPIES * length)) {
            return false;
        }
        try {
            line.add(buffer, at, to);
            return true;
        } catch (OutOfMemoryError e) {
            return false;
        }
    }

    private void giveBackAllBut(long bytes) {
        if (!memory.test(bytes)) {
            throw new IllegalStateException("memory: cannot be given back");
        }
    }

    /** Returns the line; null if it exceeds the limit or the free memory. */
    private @Nullable Slice finishLine(ByteCollector line) {
        try {
            Slice all = line.slice();
            boolean endsWithReturn = !all.isEmpty() && all.at(all.length() - 1) == '\r';
            Slice withoutReturn = endsWithReturn ? all.sub(0, all.length() - 1) : all;
            return withoutReturn.length() <= maxBytes ? withoutReturn : null;
        } catch (OutOfMemoryError e) {
            return null;
        }
    }

    private boolean fill() throws IOException {
        int count = in.read(buffer, 0, buffer.length);
        at = 0;
        filled = Math.max(0, count);
        return count > 0;
    }
}
