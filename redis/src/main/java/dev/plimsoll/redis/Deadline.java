package dev.plimsoll.redis;

import java.io.IOException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;

/**
 * Aborts a command that takes too long by closing its connection. A socket's own timeout does not interrupt writes, and a
 * suspended Redis reads no bytes.
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

    /** Sets the connection that the command uses from now on. The first call starts the timer. */
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

    /** Returns whether the command has had a connection. */
    synchronized boolean connected() {
        return connection != null;
    }

    synchronized boolean late() {
        return late;
    }

    /** Closes the connection, so that it is never used again. */
    synchronized void cut() {
        try {
            if (connection != null) {
                connection.forceDisconnect();
            }
        } catch (IOException e) {
            over = true; // the connection is unusable either way
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
