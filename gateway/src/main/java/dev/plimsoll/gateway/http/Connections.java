package dev.plimsoll.gateway.http;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.internal.HttpConnection;

/**
 * Closes connections whose client takes too long to send a request. Jetty limits only the pause between bytes, so a client that
 * sends a byte now and then could hold a connection forever.
 */
final class Connections implements Connection.Listener {

    /** Marks a connection on which no byte of a request has arrived: it is idle, which Jetty limits. */
    private static final long IDLE = Long.MAX_VALUE;

    private final Map<Connection, RequestTimer> timers = new ConcurrentHashMap<>();
    private final long maxNanos;

    Connections(Duration maxDuration) {
        this.maxNanos = maxDuration.toNanos();
    }

    @Override
    public void onOpened(Connection connection) {
        if (connection instanceof HttpConnection) {
            timers.put(connection, new RequestTimer(System.nanoTime(), 0));
        }
    }

    @Override
    public void onClosed(Connection connection) {
        timers.remove(connection);
    }

    /** Notes that a request has arrived. */
    void requestReceived(Connection connection) {
        timers.computeIfPresent(connection, (same, requestTimer) -> requestTimer.markReceived());
    }

    /** Notes that a response has been sent. */
    void responseSent(Connection connection) {
        timers.computeIfPresent(connection, (same, requestTimer) -> new RequestTimer(IDLE, connection.getBytesIn()));
    }

    void closeSlow() {
        long now = System.nanoTime();
        timers.forEach((connection, requestTimer) -> {
            if (requestTimer.isExpired(now, connection.getBytesIn(), maxNanos)) {
                connection.close();
            }
        });
    }

    /** Measures how long a client has been sending a request. */
    private static final class RequestTimer {

        private long startNanos;
        private final long bytesBefore;
        private boolean isReceived;

        /**
         * @param startNanos when the client began to send, or {@code IDLE}
         * @param bytesBefore the number of bytes that had arrived before that
         */
        RequestTimer(long startNanos, long bytesBefore) {
            this.startNanos = startNanos;
            this.bytesBefore = bytesBefore;
        }

        synchronized RequestTimer markReceived() {
            isReceived = true;
            return this;
        }

        synchronized boolean isExpired(long now, long bytes, long maxDuration) {
            if (isReceived) {
                return false;
            }
            if (startNanos == IDLE) {
                startNanos = bytes > bytesBefore ? now : IDLE;
                return false;
            }
            return now - startNanos > maxDuration;
        }
    }
}
