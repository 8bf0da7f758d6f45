package dev.plimsoll.gateway.replica;

import dev.plimsoll.cache.CacheEntry;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * Releases dropped results one after the other on its own thread: each may take a round trip, and no call should wait
 * for thousands of them.
 */
public final class DropQueue implements Consumer<CacheEntry>, AutoCloseable {

    /** Capacity. Results beyond it are left to expire. */
    private static final int MAX_PENDING = 10_000;

    private final LinkedBlockingQueue<CacheEntry> pending = new LinkedBlockingQueue<>(MAX_PENDING);
    private final Thread thread;

    public DropQueue(Consumer<CacheEntry> release) {
        this.thread = Thread.ofVirtual().name("plimsoll-released").start(() -> releaseAll(release));
    }

    @Override
    @SuppressWarnings("CheckReturnValue")
    public void accept(CacheEntry cacheEntry) {
        pending.offer(cacheEntry);
    }

    private void releaseAll(Consumer<CacheEntry> release) {
        try {
            while (true) {
                release(pending.take(), release);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void release(CacheEntry cacheEntry, Consumer<CacheEntry> release) {
        try {
            release.accept(cacheEntry);
        } catch (RuntimeException e) {
            // the result expires by itself
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
