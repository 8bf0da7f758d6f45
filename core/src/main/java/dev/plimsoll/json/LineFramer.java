package dev.plimsoll.json;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Messages that are one line each, as MCP sends them over standard input and output. Every slice it gives has bytes of
 * its own. For one reading thread.
 */
public final class LineFramer {

    private static final int CHUNK = 1 << 16;
    private static final int MOST = Integer.MAX_VALUE - 8;

    private final InputStream in;
    private final int maxBytes;
    private final byte[] chunk = new byte[CHUNK];
    private int at;
    private int filled;

    public LineFramer(InputStream in, int maxBytes) {
        if (maxBytes < 1) {
            throw new IllegalArgumentException("maxBytes: must be at least 1, got " + maxBytes);
        }
        this.in = in;
        this.maxBytes = maxBytes;
    }

    /**
     * The next line that is not blank, without its newline; null at the end of the stream.
     *
     * @throws LineTooLongException if the line is above the limit, or there is no memory for it; it is skipped then
     */
    public @Nullable Slice next() throws IOException {
        while (at < filled || fill()) {
            Slice line = line();
            if (!Json.trim(line).isEmpty()) {
                return line;
            }
        }
        return null;
    }

    private Slice line() throws IOException {
        byte[] line = new byte[0];
        int size = 0;
        long length = 0;
        boolean ended = false;
        LineEdges edges = null;
        while (!ended && (at < filled || fill())) {
            int stop = LineIndex.lineEnd(chunk, at, filled);
            ended = chunk[stop - 1] == '\n';
            int part = (ended ? stop - 1 : stop) - at;
            length += part;
            // one byte more than allowed is kept: it may be the \r of the line's end
            byte[] room = edges == null && length <= maxBytes + 1L ? room(line, size, part, ended) : null;
            if (room != null) {
                line = room;
                System.arraycopy(chunk, at, line, size, part);
                size += part;
            } else {
                if (edges == null) {
                    edges = new LineEdges();
                    edges.add(line, 0, size);
                    line = new byte[0];
                }
                edges.add(chunk, at, at + part);
            }
            at = stop;
        }
        if (edges == null) {
            int to = size > 0 && line[size - 1] == '\r' ? size - 1 : size;
            if (to <= maxBytes) {
                return new Slice(line, 0, to);
            }
            edges = new LineEdges();
            edges.add(line, 0, size);
        }
        throw new LineTooLongException(length, maxBytes, edges.head(), edges.tail());
    }

    /** The line with room for some more; null where there is not enough memory, and it is as if it were too long. */
    private byte @Nullable [] room(byte[] line, int size, int part, boolean ended) {
        try {
            return size + part <= line.length ? line : Arrays.copyOf(line, capacity(size, part, ended));
        } catch (OutOfMemoryError e) {
            return null;
        }
    }

    private int capacity(int size, int part, boolean ended) {
        int needed = size + part;
        return ended ? needed : (int) Math.max(needed, Math.min(2L * needed, Math.min(maxBytes + 1L, MOST)));
    }

    private boolean fill() throws IOException {
        int got = in.read(chunk, 0, chunk.length);
        at = 0;
        filled = Math.max(0, got);
        return got > 0;
    }
}
