package dev.plimsoll.json.frame;

import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects bytes that arrive in parts. Parts are not copied when the collector grows, and are joined once at the end.
 * Not thread-safe.
 * <p>Above a certain size, the collector uses one array that doubles. If the array does not fit into the heap, the
 * allocation fails while some memory is left for other threads; parts would fill the heap completely.
 */
public final class ByteCollector {

    /** Maximum size of a part. Most heaps place larger arrays in separate regions, which is expensive. */
    private static final int MAX_PART_SIZE = 1 << 18;

    private static final int MAX_SIZE_IN_PARTS = 1 << 24;
    private static final int MAX_SIZE = Integer.MAX_VALUE - 8;

    private static final byte[] EMPTY = new byte[0];

    private List<byte[]> fullParts = List.of();
    private byte[] lastPart = EMPTY;
    private int lastPartSize;
    private int size;

    /** Adds {@code bytes[from, to)}. The first addition allocates only its own length, because it is usually the only one. */
    public void add(byte[] bytes, int from, int to) {
        int offset = from;
        while (offset < to) {
            if (lastPartSize == lastPart.length) {
                grow(to - offset);
            }
            int count = Math.min(to - offset, lastPart.length - lastPartSize);
            System.arraycopy(bytes, offset, lastPart, lastPartSize, count);
            offset += count;
            lastPartSize += count;
            size += count;
        }
    }

    /**
     * Reads the bytes that are available at once; returns their number, or -1 at the end of the stream.
     *
     * @param desiredSpace number of bytes for which space is made if there is none left; a part has at most 256 KB
     */
    public int read(InputStream in, int desiredSpace) throws IOException {
        if (lastPartSize == lastPart.length) {
            grow(desiredSpace);
        }
        int count = in.read(lastPart, lastPartSize, lastPart.length - lastPartSize);
        if (count > 0) {
            lastPartSize += count;
            size += count;
        }
        return count;
    }

    private void grow(int desiredSpace) {
        if (size >= MAX_SIZE_IN_PARTS) {
            lastPart = join((int) Math.max(Math.min(2L * size, MAX_SIZE), size + 1L));
            fullParts = List.of();
            lastPartSize = size;
            return;
        }
        byte[] part = new byte[Math.min(MAX_PART_SIZE, Math.max(size, desiredSpace))];
        if (lastPartSize > 0) {
            fullParts = fullParts.isEmpty() ? new ArrayList<>() : fullParts;
            fullParts.add(lastPart);
        }
        lastPart = part;
        lastPartSize = 0;
    }

    public int size() {
        return size;
    }

    /** Returns all bytes. The caller must not change them. */
    public Slice slice() {
        if (fullParts.isEmpty()) {
            return new Slice(lastPart, 0, lastPartSize);
        }
        return Slice.of(join(size));
    }

    private byte[] join(int capacity) {
        byte[] joined = new byte[capacity];
        int offset = 0;
        for (byte[] part : fullParts) {
            System.arraycopy(part, 0, joined, offset, part.length);
            offset += part.length;
        }
        System.arraycopy(lastPart, 0, joined, offset, lastPartSize);
        return joined;
    }

    /** Returns the beginning and the end, for a line that is too long. */
    public LineEdges edges() {
        LineEdges edges = new LineEdges();
        for (byte[] part : fullParts) {
            edges.add(part, 0, part.length);
        }
        edges.add(lastPart, 0, lastPartSize);
        return edges;
    }
}
