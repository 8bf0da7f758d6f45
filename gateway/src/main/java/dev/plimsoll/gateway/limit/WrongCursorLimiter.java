package dev.plimsoll.gateway.limit;

import dev.plimsoll.cursor.CursorGuessLimiter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Limits how often a reader may send wrong cursors: after a burst, only one every few seconds. Guessing a cursor is not
 * practical anyway; the limit stops attempts early and reports them.
 */
public final class WrongCursorLimiter {

    /** Size of the burst: more than a model miscopies. */
    static final int BURST_SIZE = 20;

    static final int INTERVAL_SECONDS = 5;

    /** Maximum number of readers. Those with the oldest entries are removed first. */
    static final int MAX_READERS = 10_000;

    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(INTERVAL_SECONDS);
    private static final long NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier nanoClock;
    private final Consumer<String> onLimitExceeded;

    /** Time at which a reader's wrong cursors are forgotten. */
    private final Map<String, Long> clearAtNanos = new LinkedHashMap<>(16, 0.75f, true);

    private long refusedReads;

    WrongCursorLimiter(LongSupplier nanos, Consumer<String> tooMany) {
        this.nanoClock = nanos;
        this.onLimitExceeded = tooMany;
    }

    /**
     * Creates a limiter that uses the clock of this process.
     *
     * @param tooMany receives the name of a reader whose reads are refused from now on
     */
    public static WrongCursorLimiter create(Consumer<String> tooMany) {
        return new WrongCursorLimiter(System::nanoTime, tooMany);
    }

    /** Returns the limiter of one reader. */
    public CursorGuessLimiter of(String reader) {
        return new CursorGuessLimiter() {
            @Override
            public long waitSeconds() {
                return takeWaitSeconds(reader);
            }

            @Override
            public void recordWrongCursor() {
                if (WrongCursorLimiter.this.recordWrongCursor(reader)) {
                    onLimitExceeded.accept(reader);
                }
            }
        };
    }

    /** Returns the number of follow-up reads that were refused since the start. */
    public synchronized long refusedReads() {
        return refusedReads;
    }

    synchronized int readerCount() {
        return clearAtNanos.size();
    }

    private synchronized long takeWaitSeconds(String reader) {
        long wait = remainingNanos(reader);
        if (wait <= 0) {
            return 0;
        }
        refusedReads++;
        return (wait + NANOS_PER_SECOND - 1) / NANOS_PER_SECOND;
    }

    /** Counts a wrong cursor. Returns whether it is the first one over the limit. */
    private synchronized boolean recordWrongCursor(String reader) {
        long now = nanoClock.getAsLong();
        boolean before = remainingNanos(reader) > 0;
        clearAtNanos.merge(reader, now + INTERVAL_NANOS, (at, first) -> (at - now > 0 ? at : now) + INTERVAL_NANOS);
        if (clearAtNanos.size() > MAX_READERS) {
            clearAtNanos.remove(clearAtNanos.keySet().iterator().next());
        }
        return !before && remainingNanos(reader) > 0;
    }

    private long remainingNanos(String reader) {
        Long at = clearAtNanos.get(reader);
        return at == null ? 0 : at - nanoClock.getAsLong() - (BURST_SIZE - 1) * INTERVAL_NANOS;
    }
}
