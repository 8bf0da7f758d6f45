package dev.plimsoll.gateway.telemetry.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Histogram of values. Values up to 15 have their own buckets. Larger values have eight buckets from each
 * power of two to the next, so that percentiles are at most 7 % off. Histograms can be added, because all
 * have the same buckets.
 */
public final class SumHistogram {

    private static final int EXACT_VALUES = 16;
    private static final int BUCKETS_PER_DOUBLING = 8;

    private long[] counts = new long[EXACT_VALUES];

    void add(long value) {
        addToBucket(bucketOf(value), 1);
    }

    void add(SumHistogram other) {
        for (int i = 0; i < other.counts.length; i++) {
            if (other.counts[i] != 0) {
                addToBucket(i, other.counts[i]);
            }
        }
    }

    private void addToBucket(int bucket, long count) {
        if (bucket >= counts.length) {
            counts = Arrays.copyOf(counts, bucket + BUCKETS_PER_DOUBLING);
        }
        counts[bucket] += count;
    }

    public long count() {
        return Arrays.stream(counts).sum();
    }

    /**
     * Bounds of a value of which only the bucket is known.
     *
     * @param low the smallest possible value
     * @param high the largest possible value
     */
    public record Range(long low, long high) {}

    /** Returns an approximate percentile: the middle of the bucket that contains it; 0 if there are no values. */
    public long percentile(double percent) {
        Range range = range(percent);
        return range.low() + (range.high() - range.low()) / 2;
    }

    /** Returns the bounds of a percentile; 0 and 0 if there are no values. */
    public Range range(double percent) {
        long rank = (long) Math.ceil(count() * percent / 100);
        long countSoFar = 0;
        for (int i = 0; i < counts.length; i++) {
            countSoFar += counts[i];
            if (countSoFar >= rank && counts[i] > 0) {
                return range(i);
            }
        }
        return new Range(0, 0);
    }

    /**
     * Returns the number of values in each of the ranges 0, 1, 2-3, 4-7, 8-15, and so on, up to the range of
     * the largest value.
     */
    public List<Long> doublings() {
        List<Long> countsByDoubling = new ArrayList<>();
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] != 0) {
                int doubling = 64 - Long.numberOfLeadingZeros(range(i).low());
                while (countsByDoubling.size() <= doubling) {
                    countsByDoubling.add(0L);
                }
                countsByDoubling.set(doubling, countsByDoubling.get(doubling) + counts[i]);
            }
        }
        return countsByDoubling;
    }

    static int bucketOf(long value) {
        if (value < EXACT_VALUES) {
            return (int) Math.max(0, value);
        }
        int doubling = 63 - Long.numberOfLeadingZeros(value);
        return EXACT_VALUES
                + (doubling - 4) * BUCKETS_PER_DOUBLING
                + (int) ((value >> (doubling - 3)) & (BUCKETS_PER_DOUBLING - 1));
    }

    private static Range range(int bucket) {
        if (bucket < EXACT_VALUES) {
            return new Range(bucket, bucket);
        }
        int doubling = 4 + (bucket - EXACT_VALUES) / BUCKETS_PER_DOUBLING;
        long width = 1L << (doubling - 3);
        long low = (1L << doubling) + (bucket - EXACT_VALUES) % BUCKETS_PER_DOUBLING * width;
        return new Range(low, low + width - 1);
    }

    /** Writes the buckets that are not empty: for each, its distance from the previous one and its count. */
    void write(PackedLongs out) {
        int filledBuckets = 0;
        for (long count : counts) {
            filledBuckets += count == 0 ? 0 : 1;
        }
        out.write(filledBuckets);
        int lastBucket = 0;
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] != 0) {
                out.write(i - lastBucket);
                out.write(counts[i]);
                lastBucket = i;
            }
        }
    }

    /** Adds a histogram written by {@link #write}. */
    void addPacked(PackedLongs in) {
        long filledBuckets = in.read();
        int bucket = 0;
        for (long i = 0; i < filledBuckets; i++) {
            bucket = Math.toIntExact(bucket + in.read());
            if (bucket > 1_000) {
                throw new IllegalStateException("invalid histogram bucket " + bucket);
            }
            addToBucket(bucket, in.read());
        }
    }
}
