package dev.plimsoll.json.frame;

import dev.plimsoll.json.Slice;
import java.util.Arrays;

/** First and last bytes of a line that is not stored. */
public final class LineEdges {

    private static final int MAX_EDGE_BYTES = 1024;

    private byte[] head = new byte[0];
    private byte[] tail = new byte[0];

    public void add(byte[] bytes, int from, int to) {
        if (head.length < MAX_EDGE_BYTES) {
            head = concatenate(head, bytes, from, Math.min(to, from + MAX_EDGE_BYTES - head.length));
        }
        byte[] joined = concatenate(tail, bytes, Math.max(from, to - MAX_EDGE_BYTES), to);
        tail = Arrays.copyOfRange(joined, Math.max(0, joined.length - MAX_EDGE_BYTES), joined.length);
    }

    private static byte[] concatenate(byte[] before, byte[] bytes, int from, int to) {
        byte[] joined = Arrays.copyOf(before, before.length + to - from);
        System.arraycopy(bytes, from, joined, before.length, to - from);
        return joined;
    }

    public Slice head() {
        return Slice.of(head);
    }

    public Slice tail() {
        return Slice.of(tail);
    }
}
