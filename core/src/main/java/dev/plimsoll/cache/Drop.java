package dev.plimsoll.cache;

import dev.plimsoll.policy.PolicyRule;
import org.jspecify.annotations.Nullable;

/**
 * Which results answer no further calls. What is null may be anything.
 *
 * @param server a glob over the server's name
 * @param tool a glob over the tool's
 * @param caller who the caller is, without what its server is
 */
public record Drop(
        @Nullable String server,
        @Nullable String tool,
        @Nullable String caller) {

    /** All of that server, whoever has asked for them. */
    public static Drop of(String server) {
        return new Drop(server, null, null);
    }

    /**
     * Those of the tools that a writing call of a server names.
     *
     * @param glob {@code tool} of that server, or {@code server/tool}
     */
    public static Drop of(String server, String glob) {
        int slash = glob.indexOf('/');
        return slash < 0
                ? new Drop(server, glob, null)
                : new Drop(glob.substring(0, slash), glob.substring(slash + 1), null);
    }

    public boolean matches(CacheKey key) {
        return (server == null || PolicyRule.like(server, key.server()))
                && (tool == null || PolicyRule.like(tool, key.tool()))
                && (caller == null || caller.equals(key.subject()));
    }
}
