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
    private static final long SILENT = Long.MAX_VALUE;

    private final Map<Connection, Wait> waits = new ConcurrentHashMap<>();
    private final long mostNanos;

    Connections(Duration maxDuration) {
        this.mostNanos = maxDuration.toNanos();
    }

    @Override
    public void onOpened(Connection connection) {
        if (connection instanceof HttpConnection) {
            waits.put(connection, new Wait(System.nanoTime(), 0));
        }
    }

    @Override
    public void onClosed(Connection connection) {
        waits.remove(connection);
    }

    /** Notes that a request has arrived. */
    void began(Connection connection) {
        waits.computeIfPresent(connection, (same, wait) -> wait.during());
    }

    /** Notes that a response has been sent. */
    void ended(Connection connection) {
        waits.computeIfPresent(connection, (same, wait) -> new Wait(SILENT, connection.getBytesIn()));
    }

    void tend() {
        long now = System.nanoTime();
        waits.forEach((connection, wait) -> {
            if (wait.isOver(now, connection.getBytesIn(), mostNanos)) {
                connection.close();
            }
        });
    }

    /** Measures how long a client has been sending a request. */
    private static final class Wait {

        private long since;
        private final long heard;
        private boolean busy;

        /**
         * @param since when it began to send, or {@code SILENT}
         * @param heard the number of bytes before that
         */
        Wait(long since, long heard) {
            this.since = since;
            this.heard = heard;
        }

        synchronized Wait during() {
            busy = true;
            return this;
        }

        synchronized boolean isOver(long now, long bytes, long maxDuration) {
            if (busy) {
                return false;
            }
            if (since == SILENT) {
                since = bytes > heard ? now : SILENT;
                return false;
            }
            return now - since > maxDuration;
        }
    }
}
