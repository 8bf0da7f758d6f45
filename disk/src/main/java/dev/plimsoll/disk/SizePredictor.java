package dev.plimsoll.disk;

/** Predicts the space for the next result: the size of the largest recent result plus a quarter. Not thread-safe. */
final class SizePredictor {

    /** The prediction uses at least this many recent results, and at most twice as many. */
    static final int REMEMBERED = 64;

    /** The prediction never exceeds this fraction of memory (1/16). */
    static final int PART = 16;

    private final long most;
    private long before;
    private long largest;
    private int seen;

    SizePredictor(long memory) {
        most = memory / PART;
    }

    void saw(long bytes) {
        if (seen == REMEMBERED) {
            before = largest;
            largest = 0;
            seen = 0;
        }
        seen++;
        largest = Math.max(largest, bytes);
    }

    long wanted() {
        long largestRecent = Math.max(largest, before);
        return Math.min(most, largestRecent + largestRecent / 4);
    }
}
