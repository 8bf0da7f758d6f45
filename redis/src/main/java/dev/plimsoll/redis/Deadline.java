package dev.plimsoll.redis;

import java.io.IOException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;

/**
 * Ends one command that takes too long, by closing its connection: a socket's own timeout ends no write, and a Redis that is
 * stopped takes no bytes.
 */
final class Deadline implements AutoCloseable {

    private final ScheduledExecutorService timer;
    private final long millis;
    private @Nullable Future<?> end;
    private @Nullable Connection connection;
    private boolean late;
    private boolean over;

    Deadline(ScheduledExecutorService timer, long millis) {
        this.timer = timer;
        this.millis = millis;
    }

    /** The connection that the command goes over from now on; the first starts the time. */
    synchronized void on(Connection other) {
        connection = other;
        if (late) {
            cut();
        } else if (end == null) {
            end = timer.schedule(this::strike, millis, TimeUnit.MILLISECONDS);
        }
    }

    private synchronized void strike() {
        if (!over) {
            late = true;
            cut();
        }
    }

    /** Whether there was a connection at all. */
    synchronized boolean connected() {
        return connection != null;
    }

    synchronized boolean late() {
        return late;
    }

    /** So that nobody gets this connection again. */
    synchronized void cut() {
        try {
            if (connection != null) {
                connection.forceDisconnect();
            }
        } catch (IOException e) {
            over = true; // it is of no use either way
        }
    }

    @Override
    public synchronized void close() {
        over = true;
        if (end != null) {
            end.cancel(false);
        }
    }
}
