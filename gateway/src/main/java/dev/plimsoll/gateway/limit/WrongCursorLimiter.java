package dev.plimsoll.gateway.limit;

import dev.plimsoll.cursor.CursorGuessLimiter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Limits how often a caller may send wrong cursors: after a burst, only one every few seconds. Guessing a cursor is not
 * practical anyway; the limit stops attempts early and reports them.
 */
public final class WrongCursorLimiter {

    /** Size of the burst: more than a model miscopies. */
    static final int BURST_SIZE = 20;

    static final int INTERVAL_SECONDS = 5;

    /** Maximum number of holders. Those with the oldest entries are removed first. */
    static final int MAX_HOLDERS = 10_000;

    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(INTERVAL_SECONDS);
    private static final long NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier nanoClock;
    private final Consumer<String> onLimitExceeded;

    /** By holder: the time at which all its wrong cursors are forgotten. */
    private final Map<String, Long> clearAtNanos = new LinkedHashMap<>(16, 0.75f, true);

    private long refusedReads;

    WrongCursorLimiter(LongSupplier nanoClock, Consumer<String> onLimitExceeded) {
        this.nanoClock = nanoClock;
        this.onLimitExceeded = onLimitExceeded;
    }

    /**
     * Creates a limiter that uses the clock of this process.
     *
     * @param onLimitExceeded receives the name of a holder whose further wrong cursors are refused
     */
    public static WrongCursorLimiter create(Consumer<String> onLimitExceeded) {
        return new WrongCursorLimiter(System::nanoTime, onLimitExceeded);
    }

    /**
     * Returns the limiter of one caller.
     *
     * @param holder the name under which the caller holds shared resources
     */
    public CursorGuessLimiter forHolder(String holder) {
        return new CursorGuessLimiter() {
            @Override
            public long waitSeconds() {
                return checkRead(holder);
            }

            @Override
            public void recordWrongCursor() {
                if (WrongCursorLimiter.this.recordWrongCursor(holder)) {
                    onLimitExceeded.accept(holder);
                }
            }
        };
    }

    /** Returns the number of follow-up reads that were refused since the start. */
    public synchronized long refusedReads() {
        return refusedReads;
    }

    synchronized int holderCount() {
        return clearAtNanos.size();
    }

    /** Returns the seconds until a read with a wrong cursor is allowed; if it is not 0, counts a refused read. */
    private synchronized long checkRead(String holder) {
        long waitNanos = waitNanos(holder);
        if (waitNanos <= 0) {
            return 0;
        }
        refusedReads++;
        return (waitNanos + NANOS_PER_SECOND - 1) / NANOS_PER_SECOND;
    }

    /** Counts a wrong cursor. Returns whether it is the first one over the limit. */
    private synchronized boolean recordWrongCursor(String holder) {
        long nowNanos = nanoClock.getAsLong();
        boolean wasOverLimit = waitNanos(holder) > 0;
        clearAtNanos.merge(
                holder,
                nowNanos + INTERVAL_NANOS,
                (clearAt, _) -> (clearAt - nowNanos > 0 ? clearAt : nowNanos) + INTERVAL_NANOS);
        if (clearAtNanos.size() > MAX_HOLDERS) {
            clearAtNanos.remove(clearAtNanos.keySet().iterator().next());
        }
        return !wasOverLimit && waitNanos(holder) > 0;
    }

    /** Returns the time until the caller may send another wrong cursor; zero or less if it may send one now. */
    private long waitNanos(String holder) {
        Long clearAt = clearAtNanos.get(holder);
        return clearAt == null ? 0 : clearAt - nanoClock.getAsLong() - (BURST_SIZE - 1) * INTERVAL_NANOS;
    }
}
