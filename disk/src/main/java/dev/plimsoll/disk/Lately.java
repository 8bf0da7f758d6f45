package dev.plimsoll.disk;

/** How much room the next result may want: that of the largest of the last ones, and some for small ones before it. Not thread-safe. */
final class Lately {

    /** After so many that were smaller, the largest is forgotten. */
    private static final int REMEMBERED = 64;

    /** No more than such a part of memory is wanted for the sake of what is larger than the last one. */
    private static final int PART = 16;

    private final long most;
    private long largest;
    private int since;

    Lately(long memory) {
        most = memory / PART;
    }

    void saw(long bytes) {
        if (bytes >= largest || ++since > REMEMBERED) {
            largest = bytes;
            since = 0;
        }
    }

    long wanted() {
        return Math.min(most, largest + largest / 4);
    }
}
