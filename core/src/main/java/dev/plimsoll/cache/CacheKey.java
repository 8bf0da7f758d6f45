package dev.plimsoll.cache;

import java.util.Objects;

/**
 * What calls have in common that may have one answer.
 *
 * @param caller whose call it is, and whose results it reads; with {@code @} and what its server is behind it
 * @param server the server's name, as rules have it
 * @param arguments a digest of them at full strength: nobody finds two lists of arguments that have the same
 */
public record CacheKey(String caller, String server, String tool, String arguments) {

    public CacheKey {
        Objects.requireNonNull(caller, "caller");
        Objects.requireNonNull(server, "server");
        Objects.requireNonNull(tool, "tool");
        Objects.requireNonNull(arguments, "arguments");
    }

    /** Who the caller is, without what its server is. */
    public String subject() {
        int at = caller.lastIndexOf('@');
        return at < 0 ? caller : caller.substring(0, at);
    }

    /** Only what a log may show: neither the caller nor anything made from arguments. */
    @Override
    public String toString() {
        return "CacheKey[" + server + "/" + tool + "]";
    }
}
