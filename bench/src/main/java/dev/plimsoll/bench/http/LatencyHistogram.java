package dev.plimsoll.bench.http;

/** A histogram of call times with buckets 1.6 % wide. */
final class LatencyHistogram {

    private static final int PARTS = 64;
    private static final int PART_BITS = 6;

    private final long[] counts = new long[PARTS * (Long.SIZE - PART_BITS)];
    private long count;

    void add(long nanos) {
        counts[bucket(Math.max(0, nanos))]++;
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

    /** Returns the time not exceeded by this fraction of the calls: the middle of its bucket, or 0 if there are no calls. */
    double quantile(double fraction) {
        long rank = (long) Math.ceil(fraction * count);
        long seen = 0;
        for (int i = 0; i < counts.length; i++) {
            seen += counts[i];
            if (seen >= rank && seen > 0) {
                return (lowest(i) + lowest(i + 1)) / 2;
            }
        }
        return 0;
    }

    private static int bucket(long nanos) {
        if (nanos < PARTS) {
            return (int) nanos;
        }
        int shift = Long.SIZE - 1 - PART_BITS - Long.numberOfLeadingZeros(nanos);
        return shift * PARTS + (int) (nanos >>> shift);
    }

    private static double lowest(int bucket) {
        int shift = Math.max(0, bucket / PARTS - 1);
        return Math.scalb((double) (bucket - shift * PARTS), shift);
    }
}
