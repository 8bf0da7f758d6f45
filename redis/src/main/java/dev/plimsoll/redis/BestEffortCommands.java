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
 * Asks for what is needed on the way of a call that would be made without it as well: in a fraction of the time, and after a
 * failure not at all until a thread of its own has found out that Redis answers again.
 */
final class BestEffortCommands {

    /** Of the time that a store waits. */
    private static final int FRACTION = 4;

    private final RedisCommands redisCommands;
    private final RedisKeyNames redisKeyNames;
    private final long millis;
    private final LongSupplier clock;
    private final CircuitBreaker circuitBreaker = new CircuitBreaker(System::nanoTime, 1);

    /** @param clock the time in milliseconds, or -1 for that of Redis itself */
    BestEffortCommands(RedisCommands redisCommands, RedisKeyNames redisKeyNames, RedisSettings settings, LongSupplier clock) {
        this.redisCommands = redisCommands;
        this.redisKeyNames = redisKeyNames;
        this.millis = Math.max(1, settings.timeout().toMillis() / FRACTION);
        this.clock = clock;
    }

    /** Why it is not asked just now; null while it is. Who wants to know tries it, when it is time. */
    @Nullable String trouble() {
        if (!circuitBreaker.isClosed() && circuitBreaker.refusal() == null) {
            tryOnce();
        }
        return circuitBreaker.trouble();
    }

    /** What a script says, in one round trip. */
    Object ask(RedisScript redisScript, List<String> keys, Object... arguments) {
        if (!circuitBreaker.isClosed()) {
            String trouble = circuitBreaker.refusal();
            if (trouble == null) {
                tryAside();
            }
            throw new StoreException(Reason.FAILED, trouble == null ? "Redis is being tried" : trouble);
        }
        try {
            return send(Command.EVALSHA, redisScript.sha(), keys, arguments);
        } catch (JedisNoScriptException e) {
            return send(Command.EVAL, redisScript.text(), keys, arguments);
        }
    }

    /** The number that it says. */
    long number(RedisScript redisScript, List<String> keys, Object... arguments) {
        Object reply = ask(redisScript, keys, arguments);
        if (reply instanceof Long number) {
            return number;
        }
        if (reply instanceof byte[] digits) {
            return Long.parseLong(new String(digits, UTF_8));
        }
        throw new StoreException(Reason.FAILED, "Redis answers a script with something else");
    }

    private Object send(Command command, String script, List<String> keys, Object... arguments) {
        CommandArguments all = new CommandArguments(command).add(script).add(keys.size());
        keys.forEach(all::key);
        all.add(clock.getAsLong());
        for (Object argument : arguments) {
            all.add(argument);
        }
        return redisCommands.send(all, millis, circuitBreaker);
    }

    /** Nobody who calls waits for it. */
    private void tryAside() {
        Thread thread = new Thread(this::tryOnce, "plimsoll-redis-trying");
        thread.setDaemon(true);
        try {
            thread.start();
        } catch (OutOfMemoryError e) {
            circuitBreaker.failed("there is no thread to try Redis with");
        }
    }

    private void tryOnce() {
        try {
            redisCommands.send(new CommandArguments(Command.GET).key(redisKeyNames.index.get(0)), millis, circuitBreaker);
        } catch (RuntimeException e) {
            circuitBreaker.failed(String.valueOf(e.getMessage())); // also where it was not sent at all
        }
    }
}
