package dev.plimsoll.rate;

import java.util.function.LongSupplier;

/**
 * How often somebody does something: up to a number of times at once, and then as often as that number a minute. Bounded, and
 * safe for use by many threads.
 */
public interface RateStore {

    /** More names than this of one, within a minute, share a count: nobody gets a new start by making up names. */
    int MOST_NAMES = 1_000;

    /**
     * Counts one time, if it may be.
     *
     * @param who counted for itself
     * @param what counted for itself as well
     * @return 0 when it may be, else the seconds until it may; then it is not counted
     */
    long take(String who, String what, int perMinute);

    /**
     * Counted in the memory of this process.
     *
     * @param nanos a time that never runs back
     */
    static RateStore inMemory(LongSupplier nanos) {
        return new InMemoryRateStore(nanos);
    }
}
