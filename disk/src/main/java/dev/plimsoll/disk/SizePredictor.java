package dev.plimsoll.disk;

/** Predicts the size of the next result: the size of the largest recent result plus a quarter. Not thread-safe. */
final class SizePredictor {

    /** The number of results in a window. The prediction uses the current window and the one before. */
    static final int WINDOW = 64;

    /** The prediction is at most the memory divided by this number. */
    static final int MEMORY_DIVISOR = 16;

    private final long maxBytes;
    private long previousLargest;
    private long largest;
    private int count;

    SizePredictor(long memory) {
        maxBytes = memory / MEMORY_DIVISOR;
    }

    void record(long bytes) {
        if (count == WINDOW) {
            previousLargest = largest;
            largest = 0;
            count = 0;
        }
        count++;
        largest = Math.max(largest, bytes);
    }

    long predict() {
        long largestRecent = Math.max(largest, previousLargest);
        return Math.min(maxBytes, largestRecent + largestRecent / 4);
    }
}
