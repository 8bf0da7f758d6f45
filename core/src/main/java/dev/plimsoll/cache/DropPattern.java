package dev.plimsoll.cache;

import dev.plimsoll.policy.setting.Glob;
import org.jspecify.annotations.Nullable;

/**
 * Pattern of results to drop: matching results answer no further calls. A null field matches everything.
 *
 * @param server a glob for the server's name
 * @param tool a glob for the tool's name
 * @param caller the caller without the server's identity
 */
public record DropPattern(
        @Nullable String server,
        @Nullable String tool,
        @Nullable String caller) {

    /** Returns the pattern of all results of a server, for all callers. */
    public static DropPattern ofServer(String server) {
        return new DropPattern(server, null, null);
    }

    /**
     * Returns the pattern of the results that a call of a writing tool makes stale.
     *
     * @param server the server of the writing tool
     * @param glob {@code tool} for tools of that server, or {@code server/tool}, as the policy of the writing
     *     tool has it
     */
    public static DropPattern ofWritingTool(String server, String glob) {
        int slash = glob.indexOf('/');
        return slash < 0
                ? new DropPattern(server, glob, null)
                : new DropPattern(glob.substring(0, slash), glob.substring(slash + 1), null);
    }

    public boolean matches(CacheKey key) {
        return (server == null || Glob.matches(server, key.server()))
                && (tool == null || Glob.matches(tool, key.tool()))
                && (caller == null || caller.equals(key.subject()));
    }
}
