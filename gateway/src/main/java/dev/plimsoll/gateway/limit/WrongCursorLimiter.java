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
    static final int AT_ONCE = 20;

    static final int EVERY_SECONDS = 5;

    /** Maximum number of readers. Those with the oldest entries are removed first. */
    static final int MOST_READERS = 10_000;

    private static final long EVERY = TimeUnit.SECONDS.toNanos(EVERY_SECONDS);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier nanos;
    private final Consumer<String> tooMany;

    /** Time at which a reader's wrong cursors are forgotten. */
    private final Map<String, Long> calmAt = new LinkedHashMap<>(16, 0.75f, true);

    private long heldBack;

    WrongCursorLimiter(LongSupplier nanos, Consumer<String> tooMany) {
        this.nanos = nanos;
        this.tooMany = tooMany;
    }

    /**
     * Creates a limiter that uses the clock of this process.
     *
     * @param tooMany receives the name of a reader whose reads are refused from now on
     */
    public static WrongCursorLimiter telling(Consumer<String> tooMany) {
        return new WrongCursorLimiter(System::nanoTime, tooMany);
    }

    /** Returns the limiter of one reader. */
    public CursorGuessLimiter of(String reader) {
        return new CursorGuessLimiter() {
            @Override
            public long waitSeconds() {
                return waiting(reader);
            }

            @Override
            public void wrong() {
                if (counted(reader)) {
                    tooMany.accept(reader);
                }
            }
        };
    }

    /** Returns the number of follow-up reads that were refused since the start. */
    public synchronized long heldBack() {
        return heldBack;
    }

    synchronized int readers() {
        return calmAt.size();
    }

    private synchronized long waiting(String reader) {
        long wait = left(reader);
        if (wait <= 0) {
            return 0;
        }
        heldBack++;
        return (wait + SECOND - 1) / SECOND;
    }

    /** Counts a wrong cursor. Returns whether it is the first one over the limit. */
    private synchronized boolean counted(String reader) {
        long now = nanos.getAsLong();
        boolean before = left(reader) > 0;
        calmAt.merge(reader, now + EVERY, (at, first) -> (at - now > 0 ? at : now) + EVERY);
        if (calmAt.size() > MOST_READERS) {
            calmAt.remove(calmAt.keySet().iterator().next());
        }
        return !before && left(reader) > 0;
    }

    private long left(String reader) {
        Long at = calmAt.get(reader);
        return at == null ? 0 : at - nanos.getAsLong() - (AT_ONCE - 1) * EVERY;
    }
}
