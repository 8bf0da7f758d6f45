package dev.plimsoll.redis;

import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreException.Reason;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.NoSuchElementException;
import javax.net.ssl.SSLException;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * Describes Redis errors in messages. Only the first word of Redis's own message is quoted, because the rest may contain keys,
 * which include secret IDs.
 */
final class RedisErrorText {

    private static final List<String> ACCESS_ERRORS = List.of("WRONGPASS", "NOAUTH", "NOPERM");
    private static final List<String> NOT_MASTER_ERRORS = List.of("READONLY", "MASTERDOWN");

    private static final String NO_MEMORY = "Redis is out of memory: increase its maxmemory or decrease store.maxBytes";

    private RedisErrorText() {}

    /** Returns whether Redis itself is out of memory, as opposed to the store's limits. */
    static boolean isOutOfMemory(StoreException e) {
        return NO_MEMORY.equals(e.getMessage());
    }

    static StoreException of(RuntimeException e, boolean isLate, RedisAddress address) {
        String word = errorCode(e);
        if (word.equals("OOM")) {
            return new StoreException(Reason.FULL, NO_MEMORY);
        }
        if (e instanceof StoreException storeException) {
            return storeException;
        }
        return new StoreException(Reason.FAILED, reason(e, isLate, word) + " (" + address + ")");
    }

    /** Returns whether the server of the connection is no longer the master. */
    static boolean isStale(RuntimeException e) {
        return NOT_MASTER_ERRORS.contains(errorCode(e));
    }

    static boolean isTimeout(RuntimeException e) {
        return hasCause(e, SocketTimeoutException.class);
    }

    private static String reason(RuntimeException e, boolean isLate, String word) {
        if (isLate || isTimeout(e)) {
            return "Redis does not answer in time";
        }
        if (ACCESS_ERRORS.contains(word)) {
            return "Redis refuses the user or password, or a command (" + word + ")";
        }
        if (String.valueOf(e.getMessage()).contains("compiling script")) {
            return "this Redis is too old: 7.0 or newer is needed";
        }
        if (!word.isEmpty()) {
            return "Redis reports " + word;
        }
        if (hasCause(e, UnknownHostException.class)) {
            return "the host of Redis is unknown";
        }
        if (hasCause(e, SSLException.class)) {
            return "no TLS with Redis: check its certificate, and that the port uses TLS";
        }
        if (hasCause(e, NoSuchElementException.class)) {
            return "no connection to Redis was available in time: increase redis.connections";
        }
        return hasCause(e, ConnectException.class) ? "Redis does not listen" : "Redis cannot be reached";
    }

    /** Returns the first word of an error from Redis, such as {@code READONLY}, or an empty string for any other error. */
    private static String errorCode(Throwable e) {
        for (Throwable t = e; t != null; t = t.getCause()) {
            if (t instanceof JedisDataException) {
                String word = String.valueOf(t.getMessage()).split("[ \\r\\n]", 2)[0];
                return word.matches("[A-Z]{2,20}") ? word : "ERR";
            }
        }
        return "";
    }

    private static boolean hasCause(Throwable e, Class<? extends Throwable> type) {
        for (Throwable t = e; t != null; t = t.getCause()) {
            if (type.isInstance(t)) {
                return true;
            }
            for (Throwable more : t.getSuppressed()) {
                if (type.isInstance(more)) {
                    return true;
                }
            }
        }
        return false;
    }
}
