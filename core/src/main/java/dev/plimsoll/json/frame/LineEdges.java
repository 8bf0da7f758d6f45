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
            head = joined(head, bytes, from, Math.min(to, from + MAX_EDGE_BYTES - head.length));
        }
        byte[] both = joined(tail, bytes, Math.max(from, to - MAX_EDGE_BYTES), to);
        tail = Arrays.copyOfRange(both, Math.max(0, both.length - MAX_EDGE_BYTES), both.length);
    }

    private static byte[] joined(byte[] before, byte[] bytes, int from, int to) {
        byte[] both = Arrays.copyOf(before, before.length + to - from);
        System.arraycopy(bytes, from, both, before.length, to - from);
        return both;
    }

    public Slice head() {
        return Slice.of(head);
    }

    public Slice tail() {
        return Slice.of(tail);
    }
}
