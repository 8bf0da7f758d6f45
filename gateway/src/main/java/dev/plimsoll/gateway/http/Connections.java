package dev.plimsoll.gateway.http;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.internal.HttpConnection;

/**
 * Ends connections whose client takes too long to say what it wants. A pause between bytes is bounded elsewhere; a client that
 * sends one in time again and again would have a place for ever.
 */
final class Connections implements Connection.Listener {

    /** Nobody has begun to speak: it is as good as unused, for which others set a bound. */
    private static final long SILENT = Long.MAX_VALUE;

    private final Map<Connection, Wait> waits = new ConcurrentHashMap<>();
    private final long mostNanos;

    Connections(Duration most) {
        this.mostNanos = most.toNanos();
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

    /** It has said what it wants. */
    void began(Connection connection) {
        waits.computeIfPresent(connection, (same, wait) -> wait.during());
    }

    /** It has got its answer. */
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

    /** How long a client has been speaking. */
    private static final class Wait {

        private long since;
        private final long heard;
        private boolean busy;

        /**
         * @param since when it began to speak, where that is known
         * @param heard bytes that came before
         */
        Wait(long since, long heard) {
            this.since = since;
            this.heard = heard;
        }

        synchronized Wait during() {
            busy = true;
            return this;
        }

        synchronized boolean isOver(long now, long bytes, long most) {
            if (busy) {
                return false;
            }
            if (since == SILENT) {
                since = bytes > heard ? now : SILENT;
                return false;
            }
            return now - since > most;
        }
    }
}
