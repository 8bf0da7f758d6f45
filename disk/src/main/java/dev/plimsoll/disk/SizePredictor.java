package dev.plimsoll.disk;

/** How much room the next result may want: that of the largest of the last ones, and some for small ones before it. Not thread-safe. */
final class SizePredictor {

    /** The largest of so many at least is known, and of twice as many at most. */
    static final int REMEMBERED = 64;

    /** No more than such a part of memory is wanted for the sake of what is larger than the last one. */
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
        long one = Math.max(largest, before);
        return Math.min(most, one + one / 4);
    }
}
