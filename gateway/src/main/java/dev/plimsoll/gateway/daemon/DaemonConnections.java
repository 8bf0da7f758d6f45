package dev.plimsoll.gateway.daemon;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Counts the connections of a daemon, records its last use, and closes connections that send no request. */
final class DaemonConnections {

    private final Duration requestTimeout;
    private final AtomicInteger openCount = new AtomicInteger();
    private final Map<FrameChannel, Long> deadlines = new ConcurrentHashMap<>();
    private volatile long lastUsedNanos = System.nanoTime();

    /** @param requestTimeout time in which a client must send each frame before its session starts */
    DaemonConnections(Duration requestTimeout) {
        this.requestTimeout = requestTimeout;
    }

    void onOpened() {
        openCount.incrementAndGet();
    }

    void onClosed() {
        openCount.decrementAndGet();
    }

    boolean hasOpen() {
        return openCount.get() > 0;
    }

    /** Records that a session or the dashboard uses the daemon now. */
    void markUsed() {
        lastUsedNanos = System.nanoTime();
    }

    /** Returns whether there is no connection, and the last use was longer ago than this. */
    boolean isUnusedFor(Duration time) {
        return !hasOpen() && System.nanoTime() - lastUsedNanos > time.toNanos();
    }

    /**
     * Reads a frame of a client that has no session yet. {@link #closeSilent()} closes the connection if this takes too
     * long.
     */
    @Nullable Frame read(FrameChannel frameChannel, int maxBytes) throws IOException {
        deadlines.put(frameChannel, System.nanoTime() + requestTimeout.toNanos());
        try {
            return frameChannel.read(maxBytes);
        } finally {
            deadlines.remove(frameChannel);
        }
    }

    /** Closes connections whose client has not sent a frame in time. Called periodically. */
    void closeSilent() {
        deadlines.forEach((frameChannel, deadline) -> {
            if (System.nanoTime() - deadline > 0) {
                try {
                    frameChannel.close();
                } catch (IOException e) {
                    // the thread that reads notices that the connection is closed
                }
            }
        });
    }
}
