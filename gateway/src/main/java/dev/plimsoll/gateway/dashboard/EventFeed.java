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

/** Hands on what was written to those who watch, to each as fast as it takes it: who is slow gets the latest. */
public final class EventFeed implements Consumer<List<TelemetryEntry>>, AutoCloseable {

    /** Pages that watch at a time. */
    private static final int MOST = 32;

    private static final int HELD = 100;

    private final Set<Watcher> watchers = ConcurrentHashMap.newKeySet();
    private volatile boolean ended;

    @Override
    public void accept(List<TelemetryEntry> entries) {
        for (Watcher watcher : watchers) {
            watcher.add(entries);
        }
    }

    /** Null when there are too many already. */
    @Nullable Watcher watch() {
        synchronized (watchers) {
            if (watchers.size() >= MOST) {
                return null;
            }
            Watcher watcher = new Watcher();
            watchers.add(watcher);
            return watcher;
        }
    }

    /** From now on there is nothing more to tell. */
    @Override
    public void close() {
        ended = true;
        watchers.forEach(Watcher::wake);
    }

    /**
     * What came since somebody last looked.
     *
     * @param entries the latest, in their order
     * @param missed how many came before them that are not among them
     */
    record News(List<TelemetryEntry> entries, long missed) {}

    /** One who watches. */
    final class Watcher implements AutoCloseable {

        private final Deque<TelemetryEntry> held = new ArrayDeque<>();
        private long missed;

        private synchronized void add(List<TelemetryEntry> entries) {
            for (TelemetryEntry telemetryEntry : entries) {
                if (held.size() == HELD) {
                    held.removeFirst();
                    missed++;
                }
                held.addLast(telemetryEntry);
            }
            notifyAll();
        }

        private synchronized void wake() {
            notifyAll();
        }

        /** Waits for something, but not longer than that; null once there will be nothing more. */
        synchronized @Nullable News next(long millis) throws InterruptedException {
            long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
            long left = millis;
            while (held.isEmpty() && !ended && left > 0) {
                wait(left);
                left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
            }
            if (ended) {
                return null;
            }
            News news = new News(new ArrayList<>(held), missed);
            held.clear();
            missed = 0;
            return news;
        }

        /** Lets more come together; less long when it ends. */
        synchronized void rest(long millis) throws InterruptedException {
            long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
            long left = millis;
            while (!ended && left > 0) {
                wait(left);
                left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
            }
        }

        @Override
        public void close() {
            watchers.remove(this);
        }
    }
}
