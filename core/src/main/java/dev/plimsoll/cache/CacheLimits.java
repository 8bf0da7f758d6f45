package dev.plimsoll.cache;

/**
 * Limits of the index of cached results. An entry counts with the bytes of its snapshot.
 *
 * @param maxEntries maximum number of entries of all callers together
 * @param maxBytes maximum bytes of all callers together
 * @param maxEntriesPerCaller maximum number of entries of one caller
 * @param maxBytesPerCaller maximum bytes of one caller
 */
public record CacheLimits(int maxEntries, long maxBytes, int maxEntriesPerCaller, long maxBytesPerCaller) {

    public CacheLimits {
        requirePositive(maxEntries, "maxEntries");
        requirePositive(maxBytes, "maxBytes");
        requirePositive(maxEntriesPerCaller, "maxEntriesPerCaller");
        requirePositive(maxBytesPerCaller, "maxBytesPerCaller");
    }

    /** Creates limits of all callers together; each caller may use half of them. */
    public static CacheLimits of(int maxEntries, long maxBytes) {
        return new CacheLimits(maxEntries, maxBytes, Math.max(1, maxEntries / 2), Math.max(1, maxBytes / 2));
    }

    private static void requirePositive(long value, String name) {
        if (value < 1) {
            throw new IllegalArgumentException(name + ": must be at least 1, got " + value);
        }
    }
}
