package dev.plimsoll.rate;

import java.util.function.LongSupplier;

/**
 * Counts the calls of each caller and refuses those above a limit: a caller may make {@code perMinute} calls at once,
 * and then that number per minute. The store has a limited size. Thread-safe.
 */
public interface RateStore {

    /**
     * Maximum number of names per caller, within a minute. Further names share a bucket, so that a caller cannot make more
     * calls by using new names.
     */
    int MAX_NAMES_PER_CALLER = 1_000;

    /**
     * Counts one call, if it is allowed at this time.
     *
     * @param caller caller, counted separately
     * @param name name of the called object, also counted separately
     * @return 0 if the call is allowed, otherwise the seconds until it will be; a refused call is not counted
     */
    long take(String caller, String name, int perMinute);

    /**
     * Creates a store in the memory of this process.
     *
     * @param nanos a time in nanoseconds that never decreases
     */
    static RateStore inMemory(LongSupplier nanos) {
        return new InMemoryRateStore(nanos);
    }
}
