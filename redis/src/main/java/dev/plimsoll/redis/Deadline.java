package dev.plimsoll.redis;

import java.io.IOException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;

/**
 * Closes the connection of a command that takes too long, which aborts the command. A socket's own timeout limits only
 * reads: a write to a suspended Redis, which receives nothing, would block forever.
 */
final class Deadline implements AutoCloseable {

    private final ScheduledExecutorService timer;
    private final long millis;
    private @Nullable Future<?> timeoutTask;
    private @Nullable Connection connection;
    private boolean isExpired;
    private boolean isClosed;

    Deadline(ScheduledExecutorService timer, long millis) {
        this.timer = timer;
        this.millis = millis;
    }

    /** Sets the connection that the command uses from now on. The first call starts the timer. */
    synchronized void attach(Connection newConnection) {
        connection = newConnection;
        if (isExpired) {
            disconnect();
        } else if (timeoutTask == null) {
            timeoutTask = timer.schedule(this::expire, millis, TimeUnit.MILLISECONDS);
        }
    }

    private synchronized void expire() {
        if (!isClosed) {
            isExpired = true;
            disconnect();
        }
    }

    /** Returns whether the command has had a connection. */
    synchronized boolean hasConnection() {
        return connection != null;
    }

    synchronized boolean isExpired() {
        return isExpired;
    }

    /** Closes the connection, so that it is never used again. */
    synchronized void disconnect() {
        try {
            if (connection != null) {
                connection.forceDisconnect();
            }
        } catch (IOException e) {
            isClosed = true; // the timer need not try again: no command can use the connection
        }
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        if (timeoutTask != null) {
            timeoutTask.cancel(false);
        }
    }
}
