package dev.plimsoll.store;

import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Decides which arrays a snapshot keeps. Slices that together fill at least half of their array are kept
 * without copying, and the whole array counts once. Other slices are copied. The counted bytes therefore match the
 * heap, and a short slice never keeps a large message in memory. For implementers of stores.
 */
public final class RetainedArrays {

    /** Bytes of objects, list entries, and map entries around a snapshot. */
    private static final int SNAPSHOT_OVERHEAD = 1024;

    /** Bytes of objects around one segment. */
    private static final int SEGMENT_OVERHEAD = 64;

    private final IdentityHashMap<byte[], Long> usedBytes = new IdentityHashMap<>();
    private final SaveRequest saveRequest;

    public RetainedArrays(SaveRequest saveRequest) {
        this.saveRequest = saveRequest;
        slices().forEach(slice -> usedBytes.merge(slice.bytes(), (long) slice.length(), Long::sum));
    }

    /** Returns the bytes on the heap that the slices of the snapshot need. Copies nothing. */
    public long bytes() {
        long sum = 0;
        for (Map.Entry<byte[], Long> array : usedBytes.entrySet()) {
            sum += isRetained(array.getKey()) ? array.getKey().length : array.getValue();
        }
        return sum;
    }

    /** Returns the bytes on the heap that the whole snapshot needs. */
    public long memoryBytes() {
        long overhead = SNAPSHOT_OVERHEAD
                + 2 * saveRequest.origin().length()
                + (long) SEGMENT_OVERHEAD * saveRequest.segments().size();
        return overhead + bytes();
    }

    public Slice notes() {
        return retain(saveRequest.notes());
    }

    public List<Segment> segments() {
        return saveRequest.segments().stream()
                .map(slice -> Segment.of(retain(slice)))
                .toList();
    }

    private Slice retain(Slice slice) {
        return isRetained(slice.bytes()) ? slice : Slice.of(slice.toByteArray());
    }

    private boolean isRetained(byte[] array) {
        return 2 * usedBytes.getOrDefault(array, 0L) >= array.length;
    }

    private List<Slice> slices() {
        List<Slice> slices = new ArrayList<>(saveRequest.segments());
        slices.add(saveRequest.notes());
        return slices;
    }
}
