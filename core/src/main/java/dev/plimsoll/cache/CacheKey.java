package dev.plimsoll.cache;

import java.util.Objects;

/**
 * Key of a cached result: all calls that can be answered from it have this key.
 *
 * @param caller the caller whose results the call reads, followed by {@code @} and the identity of the server
 * @param server the server's name in policy rules
 * @param arguments a cryptographic digest of the arguments, so that different arguments cannot be made to
 *     collide
 */
public record CacheKey(String caller, String server, String tool, String arguments) {

    public CacheKey {
        Objects.requireNonNull(caller, "caller");
        Objects.requireNonNull(server, "server");
        Objects.requireNonNull(tool, "tool");
        Objects.requireNonNull(arguments, "arguments");
    }

    /** Returns the caller without the server's identity. */
    public String subject() {
        int separator = caller.lastIndexOf('@');
        return separator < 0 ? caller : caller.substring(0, separator);
    }

    /** Returns only what a log may show: neither the caller nor anything derived from arguments. */
    @Override
    public String toString() {
        return "CacheKey[" + server + "/" + tool + "]";
    }
}
