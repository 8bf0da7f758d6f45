package dev.plimsoll.redis;

import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreException.Reason;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.BuilderFactory;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.CommandObject;
import redis.clients.jedis.Connection;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisNoScriptException;
import redis.clients.jedis.executors.CommandExecutor;

/**
 * Sends commands, each within its time, and says in its own words what went wrong. What is sent must be safe to be sent twice: a
 * connection that broke, as all do when Redis is started anew, is replaced and the command repeated.
 */
final class RedisCommands implements AutoCloseable {

    private static final int FAILURES = 3;

    private final RedisSettings settings;
    private final RedisConnections redisConnections;
    private final CircuitBreaker circuitBreaker = new CircuitBreaker(System::nanoTime, FAILURES);
    private final ScheduledThreadPoolExecutor timer;

    @SuppressWarnings("ThreadLocalUsage") // lives as long as the store, and holds something only during a call
    private final ThreadLocal<@Nullable Deadline> current = new ThreadLocal<>();

    private final ReentrantLock opening = new ReentrantLock();
    private volatile @Nullable CommandExecutor open;
    private volatile boolean closed;

    RedisCommands(RedisSettings settings) {
        this.settings = settings;
        this.redisConnections = new RedisConnections(settings, this::seen);
        this.timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "plimsoll-redis-deadlines");
            thread.setDaemon(true);
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true);
    }

    private Connection seen(Connection connection) {
        Deadline deadline = current.get();
        if (deadline != null) {
            deadline.on(connection);
        }
        return connection;
    }

    /** Whether nothing has been sent for a while. */
    boolean quiet() {
        return circuitBreaker.quiet();
    }

    /** What the last command failed with; null when it went well. */
    @Nullable String trouble() {
        return circuitBreaker.trouble();
    }

    /**
     * What Redis answers.
     *
     * @throws StoreException {@code FULL} when it is out of memory, else {@code FAILED}
     * @throws JedisNoScriptException when it does not know a script
     */
    Object send(CommandArguments command) {
        String refusal = closed ? null : circuitBreaker.refusal();
        if (refusal != null) {
            throw new StoreException(Reason.FAILED, refusal);
        }
        return send(command, settings.timeout().toMillis(), circuitBreaker);
    }

    /**
     * The same for somebody with a time and a breaker of its own.
     *
     * @param circuitBreaker hears how it went
     */
    Object send(CommandArguments command, long millis, CircuitBreaker circuitBreaker) {
        if (closed) {
            throw new StoreException(Reason.FAILED, "the store is closed");
        }
        try {
            Object reply = persistently(command, millis);
            circuitBreaker.succeeded();
            return reply;
        } catch (JedisNoScriptException e) {
            circuitBreaker.succeeded();
            throw e;
        } catch (StoreException e) {
            if (e.reason() == Reason.FULL) {
                circuitBreaker.succeeded();
            } else {
                circuitBreaker.failed(String.valueOf(e.getMessage()));
            }
            throw e;
        } catch (Error e) {
            circuitBreaker.failed("the last command failed: " + e.getClass().getSimpleName()); // or nobody would try again
            throw e;
        }
    }

    /** With one connection after the other while those that are left over from better times break. */
    private Object persistently(CommandArguments command, long millis) {
        for (int left = settings.connections() + 1; ; left--) {
            Deadline deadline = new Deadline(timer, millis);
            current.set(deadline);
            try (deadline) {
                return executor().executeCommand(new CommandObject<>(command, BuilderFactory.RAW_OBJECT));
            } catch (JedisNoScriptException e) {
                throw e;
            } catch (RuntimeException e) {
                boolean broken = e instanceof JedisConnectionException && !RedisErrorText.late(e);
                boolean stale = RedisErrorText.stale(e);
                if (stale) {
                    deadline.cut();
                }
                if (left == 0 || deadline.late() || !deadline.connected() || !(broken || stale)) {
                    throw RedisErrorText.of(e, deadline.late(), settings.address());
                }
            } finally {
                current.remove();
            }
        }
    }

    private CommandExecutor executor() {
        CommandExecutor executor = open;
        return executor == null ? opened() : executor;
    }

    /** Sentinels and clusters are asked where Redis is, which may take its time: others wait for that, but not for ever. */
    private CommandExecutor opened() {
        try {
            if (!opening.tryLock(settings.timeout().toMillis(), TimeUnit.MILLISECONDS)) {
                throw new StoreException(Reason.FAILED, "Redis is still being looked for");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException(Reason.FAILED, "interrupted while Redis was looked for");
        }
        try {
            CommandExecutor executor = open;
            if (executor == null) {
                executor = redisConnections.open();
                open = executor;
            }
            return executor;
        } finally {
            opening.unlock();
        }
    }

    @Override
    public void close() {
        closed = true;
        timer.shutdownNow();
        CommandExecutor executor = open;
        if (executor != null) {
            try {
                executor.close();
            } catch (Exception e) {
                throw new StoreException(Reason.FAILED, "connections to Redis did not close", e);
            }
        }
    }
}
