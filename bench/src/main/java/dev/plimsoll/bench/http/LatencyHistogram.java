package dev.plimsoll.bench.http;

/** A histogram of call times. From 64 ns on, the width of each bucket is at most 1.6 % of its lowest time. */
final class LatencyHistogram {

    /** The number of buckets between a time and twice that time. */
    private static final int BUCKETS_PER_DOUBLING = 64;
    /** The binary logarithm of the number of buckets per doubling. */
    private static final int BUCKET_BITS = 6;

    private final long[] counts = new long[BUCKETS_PER_DOUBLING * (Long.SIZE - BUCKET_BITS)];
    private long count;

    void add(long nanos) {
        counts[bucketOf(Math.max(0, nanos))]++;
        count++;
    }

    void add(LatencyHistogram other) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] += other.counts[i];
        }
        count += other.count;
    }

    long count() {
        return count;
    }

    /**
     * Returns the time that this fraction of the calls does not exceed, rounded to the middle of its bucket; 0 if there are no
     * calls.
     */
    double quantile(double fraction) {
        long rank = (long) Math.ceil(fraction * count);
        long countSoFar = 0;
        for (int i = 0; i < counts.length; i++) {
            countSoFar += counts[i];
            if (countSoFar >= rank && countSoFar > 0) {
                return (lowestNanos(i) + lowestNanos(i + 1)) / 2;
            }
        }
        return 0;
    }

    /**
     * Returns the index of the bucket of a time. Up to 127 ns, each nanosecond has a bucket; for longer times,
     * the highest seven bits select the bucket.
     */
    private static int bucketOf(long nanos) {
        if (nanos < BUCKETS_PER_DOUBLING) {
            return (int) nanos;
        }
        int shift = Long.SIZE - 1 - BUCKET_BITS - Long.numberOfLeadingZeros(nanos);
        return shift * BUCKETS_PER_DOUBLING + (int) (nanos >>> shift);
    }

    /** Returns the lowest time in a bucket. */
    private static double lowestNanos(int bucket) {
        int shift = Math.max(0, bucket / BUCKETS_PER_DOUBLING - 1);
        return Math.scalb((double) (bucket - shift * BUCKETS_PER_DOUBLING), shift);
    }
}
