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
final class Figures {

    /** Of the time that a store waits. */
    private static final int FRACTION = 4;

    private final Wire wire;
    private final Names names;
    private final long millis;
    private final LongSupplier clock;
    private final Breaker breaker = new Breaker(System::nanoTime, 1);

    /** @param clock the time in milliseconds, or -1 for that of Redis itself */
    Figures(Wire wire, Names names, RedisSettings settings, LongSupplier clock) {
        this.wire = wire;
        this.names = names;
        this.millis = Math.max(1, settings.timeout().toMillis() / FRACTION);
        this.clock = clock;
    }

    /** Why it is not asked just now; null while it is. Who wants to know tries it, when it is time. */
    @Nullable String trouble() {
        if (!breaker.isClosed() && breaker.refusal() == null) {
            tryOnce();
        }
        return breaker.trouble();
    }

    /** What a script says, in one round trip. */
    Object ask(Script script, List<String> keys, Object... arguments) {
        if (!breaker.isClosed()) {
            String trouble = breaker.refusal();
            if (trouble == null) {
                tryAside();
            }
            throw new StoreException(Reason.FAILED, trouble == null ? "Redis is being tried" : trouble);
        }
        try {
            return send(Command.EVALSHA, script.sha(), keys, arguments);
        } catch (JedisNoScriptException e) {
            return send(Command.EVAL, script.text(), keys, arguments);
        }
    }

    /** The number that it says. */
    long number(Script script, List<String> keys, Object... arguments) {
        Object reply = ask(script, keys, arguments);
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
        return wire.send(all, millis, breaker);
    }

    /** Nobody who calls waits for it. */
    private void tryAside() {
        Thread thread = new Thread(this::tryOnce, "plimsoll-redis-trying");
        thread.setDaemon(true);
        try {
            thread.start();
        } catch (OutOfMemoryError e) {
            breaker.failed("there is no thread to try Redis with");
        }
    }

    private void tryOnce() {
        try {
            wire.send(new CommandArguments(Command.GET).key(names.index.get(0)), millis, breaker);
        } catch (RuntimeException e) {
            breaker.failed(String.valueOf(e.getMessage())); // also where it was not sent at all
        }
    }
}
