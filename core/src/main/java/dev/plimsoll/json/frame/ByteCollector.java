package dev.plimsoll.json.frame;

import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects bytes that arrive in parts. Parts are not copied when it grows, and are joined once at the end. For one
 * thread.
 * <p>Above a certain size it uses one array that doubles. If the array does not fit into the heap, the allocation fails
 * while some memory is left for other threads; parts would fill the heap completely.
 */
public final class ByteCollector {

    /** Maximum size of a part. Most heaps place larger arrays in separate regions, which is expensive. */
    private static final int MAX_PART = 1 << 18;

    private static final int MAX_SIZE_IN_PARTS = 1 << 24;
    private static final int MAX_SIZE = Integer.MAX_VALUE - 8;

    private static final byte[] EMPTY = new byte[0];

    private List<byte[]> fullParts = List.of();
    private byte[] last = EMPTY;
    private int filled;
    private int size;

    /** Adds {@code b[from, to)}. The first addition allocates only its own length, because it is usually the only one. */
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

    /**
     * Reads the bytes that are available at once; returns their number, or -1 at the end of the stream.
     *
     * @param atLeast number of bytes for which space is made if there is none left
     */
    public int read(InputStream in, int atLeast) throws IOException {
        if (filled == last.length) {
            grow(atLeast);
        }
        int count = in.read(last, filled, last.length - filled);
        if (count > 0) {
            filled += count;
            size += count;
        }
        return count;
    }

    private void grow(int needed) {
        if (size >= MAX_SIZE_IN_PARTS) {
            last = join((int) Math.max(Math.min(2L * size, MAX_SIZE), size + 1L));
            fullParts = List.of();
            filled = size;
            return;
        }
        byte[] part = new byte[Math.min(MAX_PART, Math.max(size, needed))];
        if (filled > 0) {
            fullParts = fullParts.isEmpty() ? new ArrayList<>() : fullParts;
            fullParts.add(last);
        }
        last = part;
        filled = 0;
    }

    public int size() {
        return size;
    }

    /** Returns all bytes. The caller must not change them. */
    public Slice slice() {
        if (fullParts.isEmpty()) {
            return new Slice(last, 0, filled);
        }
        return Slice.of(join(size));
    }

    private byte[] join(int capacity) {
        byte[] all = new byte[capacity];
        int at = 0;
        for (byte[] part : fullParts) {
            System.arraycopy(part, 0, all, at, part.length);
            at += part.length;
        }
        System.arraycopy(last, 0, all, at, filled);
        return all;
    }

    /** Returns the beginning and the end, for a line that is too long. */
    public LineEdges edges() {
        LineEdges edges = new LineEdges();
        for (byte[] part : fullParts) {
            edges.add(part, 0, part.length);
        }
        edges.add(last, 0, filled);
        return edges;
    }
}
