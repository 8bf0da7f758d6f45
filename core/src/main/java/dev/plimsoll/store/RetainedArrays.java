package dev.plimsoll.store;

import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Decides which arrays a keep holds on to. Slices that together fill at least half of their array are held as they are, and
 * the whole array counts, once; smaller parts are copied. So what counts is what the heap really holds, and a few bytes never
 * pin a large message. For those who write stores.
 */
public final class RetainedArrays {

    /** Objects, list and map entries around a snapshot. */
    private static final int OVERHEAD = 1024;

    /** Objects around one segment. */
    private static final int SEGMENT_OVERHEAD = 64;

    private final IdentityHashMap<byte[], Long> used = new IdentityHashMap<>();
    private final KeepRequest keepRequest;

    public RetainedArrays(KeepRequest keepRequest) {
        this.keepRequest = keepRequest;
        slices().forEach(slice -> used.merge(slice.bytes(), (long) slice.length(), Long::sum));
    }

    /** The bytes on the heap, known before anything is copied. */
    public long bytes() {
        long sum = 0;
        for (Map.Entry<byte[], Long> array : used.entrySet()) {
            sum += fills(array.getKey()) ? array.getKey().length : array.getValue();
        }
        return sum;
    }

    /** All that keeping it costs in memory. */
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
        return keepRequest.segments().stream().map(slice -> Segment.of(hold(slice))).toList();
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
