package dev.plimsoll.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreException.Reason;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisNoScriptException;

/**
 * Sends commands for calls that can continue without Redis. The timeout is a quarter of the store's
 * timeout. After a failure, nothing is sent until a background thread finds that Redis responds again.
 */
final class BestEffortCommands {

    /** The store's timeout is divided by this number. */
    private static final int TIMEOUT_DIVISOR = 4;

    private final RedisCommands redisCommands;
    private final RedisKeyNames redisKeyNames;
    private final long timeoutMillis;
    private final LongSupplier clock;
    private final CircuitBreaker circuitBreaker = new CircuitBreaker(System::nanoTime, 1);

    /** @param clock the time in milliseconds, or -1 to use Redis's own clock */
    BestEffortCommands(
            RedisCommands redisCommands, RedisKeyNames redisKeyNames, RedisSettings settings, LongSupplier clock) {
        this.redisCommands = redisCommands;
        this.redisKeyNames = redisKeyNames;
        this.timeoutMillis = Math.max(1, settings.timeout().toMillis() / TIMEOUT_DIVISOR);
        this.clock = clock;
    }

    /**
     * Returns the error because of which commands are not sent, or null if they are sent. Tests Redis first if the pause after the last failure is over.
     */
    @Nullable String diagnose() {
        if (!circuitBreaker.isClosed() && circuitBreaker.beginCall() == null) {
            sendTestCommand();
        }
        return circuitBreaker.lastError();
    }

    /** Runs a script in one round trip, and returns its reply. */
    Object execute(RedisScript redisScript, List<String> keys, Object... arguments) {
        if (!circuitBreaker.isClosed()) {
            String refusal = circuitBreaker.beginCall();
            if (refusal == null) {
                testInBackground();
            }
            throw new StoreException(Reason.FAILED, refusal == null ? "Redis is being tested" : refusal);
        }
        try {
            return send(Command.EVALSHA, redisScript.sha(), keys, arguments);
        } catch (JedisNoScriptException e) {
            return send(Command.EVAL, redisScript.text(), keys, arguments);
        }
    }

    /** Runs a script, and returns the number in its reply. */
    long executeForNumber(RedisScript redisScript, List<String> keys, Object... arguments) {
        Object reply = execute(redisScript, keys, arguments);
        if (reply instanceof Long number) {
            return number;
        }
        if (reply instanceof byte[] digits) {
            return Long.parseLong(new String(digits, UTF_8));
        }
        throw new StoreException(Reason.FAILED, "Redis returned an unexpected reply to a script");
    }

    private Object send(Command command, String script, List<String> keys, Object... arguments) {
        CommandArguments commandArguments =
                new CommandArguments(command).add(script).add(keys.size());
        keys.forEach(commandArguments::key);
        commandArguments.add(clock.getAsLong());
        for (Object argument : arguments) {
            commandArguments.add(argument);
        }
        return redisCommands.send(commandArguments, timeoutMillis, circuitBreaker);
    }

    /** Tests Redis on another thread, so that no call waits for it. */
    private void testInBackground() {
        Thread thread = new Thread(this::sendTestCommand, "plimsoll-redis-test");
        thread.setDaemon(true);
        try {
            thread.start();
        } catch (OutOfMemoryError e) {
            circuitBreaker.recordFailure("cannot start a thread to test Redis");
        }
    }

    private void sendTestCommand() {
        try {
            redisCommands.send(
                    new CommandArguments(Command.GET).key(redisKeyNames.index.get(0)), timeoutMillis, circuitBreaker);
        } catch (RuntimeException e) {
            // if the store is closed, send() does not report the failure to the circuit breaker
            circuitBreaker.recordFailure(String.valueOf(e.getMessage()));
        }
    }
}
