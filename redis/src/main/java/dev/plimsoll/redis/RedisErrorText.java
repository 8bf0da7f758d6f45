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
 * Messages about Redis errors. Only the first word of Redis's own message is quoted, because the rest may contain keys,
 * which include secret IDs.
 */
final class RedisErrorText {

    private static final List<String> ACCESS_ERRORS = List.of("WRONGPASS", "NOAUTH", "NOPERM");
    private static final List<String> NOT_MASTER_ERRORS = List.of("READONLY", "MASTERDOWN");

    private static final String NO_MEMORY = "Redis is out of memory: increase its maxmemory or decrease store.maxBytes";

    private RedisErrorText() {}

    /** Returns whether Redis itself is out of memory. The store's own limits cause other exceptions. */
    static boolean isOutOfMemory(StoreException e) {
        return NO_MEMORY.equals(e.getMessage());
    }

    /** Returns the store's exception for an error of the Redis client. */
    static StoreException translate(RuntimeException e, boolean isDeadlineExpired, RedisAddress address) {
        String errorCode = errorCode(e);
        if (errorCode.equals("OOM")) {
            return new StoreException(Reason.FULL, NO_MEMORY);
        }
        if (e instanceof StoreException storeException) {
            return storeException;
        }
        return new StoreException(Reason.FAILED, reason(e, isDeadlineExpired, errorCode) + " (" + address + ")");
    }

    /** Returns whether the server of the connection is no longer the master. */
    static boolean isStale(RuntimeException e) {
        return NOT_MASTER_ERRORS.contains(errorCode(e));
    }

    static boolean isTimeout(RuntimeException e) {
        return hasCause(e, SocketTimeoutException.class);
    }

    private static String reason(RuntimeException e, boolean isDeadlineExpired, String errorCode) {
        if (isDeadlineExpired || isTimeout(e)) {
            return "Redis does not respond in time";
        }
        if (ACCESS_ERRORS.contains(errorCode)) {
            return "Redis refuses the user or password, or a command (" + errorCode + ")";
        }
        if (String.valueOf(e.getMessage()).contains("compiling script")) {
            return "this Redis is too old: 7.0 or newer is needed";
        }
        if (!errorCode.isEmpty()) {
            return "Redis reports " + errorCode;
        }
        if (hasCause(e, UnknownHostException.class)) {
            return "the host of Redis is unknown";
        }
        if (hasCause(e, SSLException.class)) {
            return "the TLS connection to Redis failed: check its certificate, and that the port uses TLS";
        }
        if (hasCause(e, NoSuchElementException.class)) {
            return "no connection to Redis was available in time: increase redis.connections";
        }
        return hasCause(e, ConnectException.class) ? "Redis refuses the connection" : "Redis cannot be reached";
    }

    /** Returns the first word of an error from Redis, such as {@code READONLY}, or an empty string for any other error. */
    private static String errorCode(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof JedisDataException) {
                String errorCode = String.valueOf(cause.getMessage()).split("[ \\r\\n]", 2)[0];
                return errorCode.matches("[A-Z]{2,20}") ? errorCode : "ERR";
            }
        }
        return "";
    }

    private static boolean hasCause(Throwable e, Class<? extends Throwable> type) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return true;
            }
            for (Throwable suppressed : cause.getSuppressed()) {
                if (type.isInstance(suppressed)) {
                    return true;
                }
            }
        }
        return false;
    }
}
