package dev.plimsoll.cache;

/**
 * Limits of an index. Bytes are counted over the snapshots of its entries.
 *
 * @param maxEntries the most entries of all callers
 * @param maxBytes the most bytes of all callers
 * @param maxEntriesPerCaller the most entries of each caller
 * @param maxBytesPerCaller the most bytes of each caller
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
