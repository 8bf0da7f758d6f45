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
 * Sends commands, each with a deadline, and translates errors to messages. Every command must be safe to send
 * twice: if a connection is broken, for example after a restart of Redis, the command is sent again on
 * another connection.
 */
final class RedisCommands implements AutoCloseable {

    private static final int MAX_FAILURES = 3;

    private final RedisSettings settings;
    private final RedisConnections redisConnections;
    private final CircuitBreaker circuitBreaker = new CircuitBreaker(System::nanoTime, MAX_FAILURES);
    private final ScheduledThreadPoolExecutor timer;

    @SuppressWarnings("ThreadLocalUsage") // lives as long as the store, and has a value only during a call
    private final ThreadLocal<@Nullable Deadline> currentDeadline = new ThreadLocal<>();

    private final ReentrantLock openingLock = new ReentrantLock();
    private volatile @Nullable CommandExecutor openExecutor;
    private volatile boolean isClosed;

    RedisCommands(RedisSettings settings) {
        this.settings = settings;
        this.redisConnections = new RedisConnections(settings, this::attachDeadline);
        this.timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "plimsoll-redis-deadlines");
            thread.setDaemon(true);
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true);
    }

    private Connection attachDeadline(Connection connection) {
        Deadline deadline = currentDeadline.get();
        if (deadline != null) {
            deadline.attach(connection);
        }
        return connection;
    }

    /** Returns whether no command has finished for a second. */
    boolean isIdle() {
        return circuitBreaker.isIdle();
    }

    /** Returns why the last command failed, or null if it succeeded. */
    @Nullable String lastError() {
        return circuitBreaker.lastError();
    }

    /**
     * Sends a command, and returns the reply.
     *
     * @throws StoreException {@code FULL} if Redis is out of memory, otherwise {@code FAILED}
     * @throws JedisNoScriptException if Redis does not know the script
     */
    Object send(CommandArguments command) {
        String refusal = isClosed ? null : circuitBreaker.beginCall();
        if (refusal != null) {
            throw new StoreException(Reason.FAILED, refusal);
        }
        return send(command, settings.timeout().toMillis(), circuitBreaker);
    }

    /**
     * Sends a command with its own timeout and circuit breaker.
     *
     * @param circuitBreaker receives the outcome
     */
    Object send(CommandArguments command, long millis, CircuitBreaker circuitBreaker) {
        if (isClosed) {
            throw new StoreException(Reason.FAILED, "the store is closed");
        }
        try {
            Object reply = sendWithRetries(command, millis);
            circuitBreaker.recordSuccess();
            return reply;
        } catch (JedisNoScriptException e) {
            circuitBreaker.recordSuccess();
            throw e;
        } catch (StoreException e) {
            if (e.reason() == Reason.FULL) {
                circuitBreaker.recordSuccess();
            } else {
                circuitBreaker.recordFailure(String.valueOf(e.getMessage()));
            }
            throw e;
        } catch (Error e) {
            // otherwise no further test call would be allowed
            circuitBreaker.recordFailure(
                    "the last command failed: " + e.getClass().getSimpleName());
            throw e;
        }
    }

    /** Retries on the next connection if a pooled connection is broken, or its server is no longer the master. */
    private Object sendWithRetries(CommandArguments command, long millis) {
        for (int attemptsLeft = settings.connections() + 1; ; attemptsLeft--) {
            Deadline deadline = new Deadline(timer, millis);
            currentDeadline.set(deadline);
            try (deadline) {
                return connectIfNeeded().executeCommand(new CommandObject<>(command, BuilderFactory.RAW_OBJECT));
            } catch (JedisNoScriptException e) {
                throw e;
            } catch (RuntimeException e) {
                boolean isBroken = e instanceof JedisConnectionException && !RedisErrorText.isTimeout(e);
                boolean isStale = RedisErrorText.isStale(e);
                if (isStale) {
                    deadline.disconnect();
                }
                if (attemptsLeft == 0 || deadline.isExpired() || !deadline.hasConnection() || !(isBroken || isStale)) {
                    throw RedisErrorText.translate(e, deadline.isExpired(), settings.address());
                }
            } finally {
                currentDeadline.remove();
            }
        }
    }

    private CommandExecutor connectIfNeeded() {
        CommandExecutor executor = openExecutor;
        return executor == null ? connect() : executor;
    }

    /**
     * Connects on first use. Discovery through sentinels or a cluster may be slow, so other threads wait, but no longer than
     * the timeout.
     */
    private CommandExecutor connect() {
        try {
            if (!openingLock.tryLock(settings.timeout().toMillis(), TimeUnit.MILLISECONDS)) {
                throw new StoreException(Reason.FAILED, "the connection to Redis is still being opened");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException(Reason.FAILED, "interrupted while connecting to Redis");
        }
        try {
            CommandExecutor executor = openExecutor;
            if (executor == null) {
                executor = redisConnections.open();
                openExecutor = executor;
            }
            return executor;
        } finally {
            openingLock.unlock();
        }
    }

    @Override
    public void close() {
        isClosed = true;
        timer.shutdownNow();
        CommandExecutor executor = openExecutor;
        if (executor != null) {
            try {
                executor.close();
            } catch (Exception e) {
                throw new StoreException(Reason.FAILED, "cannot close the connections to Redis", e);
            }
        }
    }
}
