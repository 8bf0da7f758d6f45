package dev.plimsoll.gateway.replica;

import dev.plimsoll.cache.CacheEntry;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * Releases results that were dropped from the response cache, one by one on a separate thread. A release may need a
 * round trip to the store, and no call should wait for thousands of releases.
 */
public final class ReleaseQueue implements Consumer<CacheEntry>, AutoCloseable {

    /**
     * Maximum number of results that wait for their release. Further results are not released, and stay until they
     * expire.
     */
    private static final int MAX_PENDING = 10_000;

    private final LinkedBlockingQueue<CacheEntry> pending = new LinkedBlockingQueue<>(MAX_PENDING);
    private final Thread thread;

    /** @param release releases a result in the store */
    public ReleaseQueue(Consumer<CacheEntry> release) {
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
            // the result stays in the store until it expires
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
