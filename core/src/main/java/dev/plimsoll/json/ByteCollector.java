package dev.plimsoll.json;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Bytes that come in pieces, until all of them are there: in parts that are never copied to grow, and joined once. For one thread.
 *
 * <p>From some size on it is one array that grows to twice its size: where the heap has no room for that, it fails while there is
 * still some left for others, and parts would fill it to the brim.
 */
public final class ByteCollector {

    /** What is larger lives in places of its own on most heaps, which is dear. */
    private static final int LARGEST_PART = 1 << 18;

    private static final int MOST_IN_PARTS = 1 << 24;
    private static final int MOST = Integer.MAX_VALUE - 8;

    private static final byte[] NOTHING = new byte[0];

    private List<byte[]> full = List.of();
    private byte[] last = NOTHING;
    private int filled;
    private int size;

    /** Adds {@code b[from, to)}. The first piece is most often all there is: it takes as much memory as it has bytes. */
    public void add(byte[] b, int from, int to) {
        int at = from;
        while (at < to) {
            if (filled == last.length) {
                grow(to - at);
            }
            int part = Math.min(to - at, last.length - filled);
            System.arraycopy(b, at, last, filled, part);
            at += part;
            filled += part;
            size += part;
        }
    }

    /** Adds what can be read at once; how much that was, or -1 at the end of the stream. */
    public int read(InputStream in, int atLeast) throws IOException {
        if (filled == last.length) {
            grow(atLeast);
        }
        int got = in.read(last, filled, last.length - filled);
        if (got > 0) {
            filled += got;
            size += got;
        }
        return got;
    }

    private void grow(int needed) {
        if (size >= MOST_IN_PARTS) {
            last = joined((int) Math.max(Math.min(2L * size, MOST), size + 1L));
            full = List.of();
            filled = size;
            return;
        }
        byte[] part = new byte[Math.min(LARGEST_PART, Math.max(size, needed))];
        if (filled > 0) {
            full = full.isEmpty() ? new ArrayList<>() : full;
            full.add(last);
        }
        last = part;
        filled = 0;
    }

    public int size() {
        return size;
    }

    /** All of it, in bytes that nobody else has. */
    public Slice slice() {
        if (full.isEmpty()) {
            return new Slice(last, 0, filled);
        }
        return Slice.of(joined(size));
    }

    private byte[] joined(int capacity) {
        byte[] whole = new byte[capacity];
        int at = 0;
        for (byte[] part : full) {
            System.arraycopy(part, 0, whole, at, part.length);
            at += part.length;
        }
        System.arraycopy(last, 0, whole, at, filled);
        return whole;
    }

    /** Of what is too long, its beginning and its end are kept. */
    public LineEdges edges() {
        LineEdges edges = new LineEdges();
        for (byte[] part : full) {
            edges.add(part, 0, part.length);
        }
        edges.add(last, 0, filled);
        return edges;
    }
}
