package dev.plimsoll.gateway.dashboard;

import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Passes recorded entries to the watchers, each at its own speed. A slow watcher gets only the latest entries. */
public final class EventFeed implements Consumer<List<TelemetryEntry>>, AutoCloseable {

    /** Maximum number of watchers. */
    private static final int MAX_WATCHERS = 32;

    private static final int MAX_PENDING = 100;

    private final Set<Watcher> watchers = ConcurrentHashMap.newKeySet();
    private volatile boolean isClosed;

    @Override
    public void accept(List<TelemetryEntry> entries) {
        for (Watcher watcher : watchers) {
            watcher.add(entries);
        }
    }

    /** Adds a watcher; returns null if there are too many. */
    @Nullable Watcher watch() {
        synchronized (watchers) {
            if (watchers.size() >= MAX_WATCHERS) {
                return null;
            }
            Watcher watcher = new Watcher();
            watchers.add(watcher);
            return watcher;
        }
    }

    /** Ends the feed: all watchers wake up and get no more entries. */
    @Override
    public void close() {
        isClosed = true;
        watchers.forEach(Watcher::wake);
    }

    /**
     * Entries that were recorded since the last call of {@link Watcher#next}.
     *
     * @param entries the latest ones, in order
     * @param missed number of earlier entries that were dropped
     */
    record Batch(List<TelemetryEntry> entries, long missed) {}

    /** Receiver of entries. */
    final class Watcher implements AutoCloseable {

        private final Deque<TelemetryEntry> pending = new ArrayDeque<>();
        private long missed;

        private synchronized void add(List<TelemetryEntry> entries) {
            for (TelemetryEntry telemetryEntry : entries) {
                if (pending.size() == MAX_PENDING) {
                    pending.removeFirst();
                    missed++;
                }
                pending.addLast(telemetryEntry);
            }
            notifyAll();
        }

        private synchronized void wake() {
            notifyAll();
        }

        /**
         * Waits for entries, at most this long. Returns an empty batch if there are none by then; null if the feed is
         * closed.
         */
        synchronized @Nullable Batch next(long millis) throws InterruptedException {
            long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
            long remaining = millis;
            while (pending.isEmpty() && !isClosed && remaining > 0) {
                wait(remaining);
                remaining = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
            }
            if (isClosed) {
                return null;
            }
            Batch batch = new Batch(new ArrayList<>(pending), missed);
            pending.clear();
            missed = 0;
            return batch;
        }

        /** Waits this long, so that the next batch contains more entries. Returns early if the feed is closed. */
        synchronized void pause(long millis) throws InterruptedException {
            long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
            long remaining = millis;
            while (!isClosed && remaining > 0) {
                wait(remaining);
                remaining = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
            }
        }

        @Override
        public void close() {
            watchers.remove(this);
        }
    }
}
