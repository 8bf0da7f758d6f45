package dev.plimsoll.store;

import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Decides which arrays a snapshot keeps. Slices that together fill at least half of their array are kept without copying, and
 * the whole array counts once. Smaller parts are copied. So the count matches the heap, and a few bytes never retain a large
 * message. For implementers of stores.
 */
public final class RetainedArrays {

    /** Bytes of objects, list entries, and map entries around a snapshot. */
    private static final int OVERHEAD = 1024;

    /** Bytes of objects around one segment. */
    private static final int SEGMENT_OVERHEAD = 64;

    private final IdentityHashMap<byte[], Long> used = new IdentityHashMap<>();
    private final KeepRequest keepRequest;

    public RetainedArrays(KeepRequest keepRequest) {
        this.keepRequest = keepRequest;
        slices().forEach(slice -> used.merge(slice.bytes(), (long) slice.length(), Long::sum));
    }

    /** Returns the bytes on the heap, before anything is copied. */
    public long bytes() {
        long sum = 0;
        for (Map.Entry<byte[], Long> array : used.entrySet()) {
            sum += fills(array.getKey()) ? array.getKey().length : array.getValue();
        }
        return sum;
    }

    /** Returns all memory that the snapshot needs. */
    public long cost() {
        long around = OVERHEAD
                + 2 * keepRequest.origin().chars()
                + (long) SEGMENT_OVERHEAD * keepRequest.segments().size();
        return around + bytes();
    }

    public Slice notes() {
        return hold(keepRequest.notes());
    }

    public List<Segment> segments() {
        return keepRequest.segments().stream()
                .map(slice -> Segment.of(hold(slice)))
                .toList();
    }

    private Slice hold(Slice slice) {
        return fills(slice.bytes()) ? slice : Slice.of(slice.toByteArray());
    }

    private boolean fills(byte[] array) {
        return 2 * used.getOrDefault(array, 0L) >= array.length;
    }

    private List<Slice> slices() {
        List<Slice> all = new ArrayList<>(keepRequest.segments());
        all.add(keepRequest.notes());
        return all;
    }
}
