package dev.plimsoll.gateway.show;

import dev.plimsoll.model.RefusedException;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Cache of the views of app pages, so that a query runs once, and not for each read of a page. A view may stay in the
 * cache for a short time after its result has expired, so callers must first check the permission to read. Thread-safe.
 */
final class ResultViews {

    private static final int MAX_VIEWS = 32;
    private static final long MAX_BYTES = 128L << 20;
    private static final long MAX_IDLE_NANOS = Duration.ofMinutes(2).toNanos();

    private final LongSupplier nanoTime;
    private final Map<ViewKey, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * Key of a view: the result, and the values that it shows.
     *
     * @param cursor the app cursor of the result, which is bound to its caller
     * @param arguments path and query, as JSON
     */
    record ViewKey(String cursor, String arguments) {}

    private static final class Entry {

        final FutureTask<ResultView> view;
        long bytes;
        long lastUsedNanos;

        Entry(FutureTask<ResultView> view, long now) {
            this.view = view;
            this.lastUsedNanos = now;
        }
    }

    ResultViews(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /**
     * Returns the view. Creates it if it is not in memory; if several threads need the same view, only one
     * creates it.
     */
    ResultView get(ViewKey key, Supplier<ResultView> creator) {
        Entry entry = findOrCreateEntry(key, creator);
        entry.view.run();
        try {
            ResultView view = entry.view.get();
            setSize(entry, view.bytes());
            return view;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException e) {
            remove(key, entry);
            if (e.getCause() instanceof RefusedException refused) {
                throw refused;
            }
            throw new CompletionException(e.getCause());
        }
    }

    private synchronized Entry findOrCreateEntry(ViewKey key, Supplier<ResultView> creator) {
        dropIdle();
        long now = nanoTime.getAsLong();
        Entry entry = entries.computeIfAbsent(key, _ -> new Entry(new FutureTask<>(creator::get), now));
        entry.lastUsedNanos = now;
        return entry;
    }

    /** Drops the views that were not used for a while. */
    synchronized void dropIdle() {
        long now = nanoTime.getAsLong();
        entries.values().removeIf(entry -> entry.view.isDone() && now - entry.lastUsedNanos > MAX_IDLE_NANOS);
    }

    /**
     * Sets the size of a view, and drops views until the rest fits into the memory. The least recently used
     * views are dropped first.
     */
    private synchronized void setSize(Entry entry, long bytes) {
        entry.bytes = bytes;
        long sum = entries.values().stream().mapToLong(each -> each.bytes).sum();
        Iterator<Entry> oldest = entries.values().iterator();
        while ((sum > MAX_BYTES || entries.size() > MAX_VIEWS) && oldest.hasNext()) {
            Entry dropped = oldest.next();
            // the new view is only dropped if it is larger than the whole limit
            if (dropped != entry || bytes > MAX_BYTES) {
                sum -= dropped.bytes;
                oldest.remove();
            }
        }
    }

    private synchronized void remove(ViewKey key, Entry entry) {
        entries.remove(key, entry);
    }

    synchronized int size() {
        return entries.size();
    }
}
