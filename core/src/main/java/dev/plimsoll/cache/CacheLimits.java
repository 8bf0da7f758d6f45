package dev.plimsoll.cache;

/**
 * How much an index may hold. Bytes are those of the results that its entries keep alive.
 *
 * @param maxEntries of all callers
 * @param maxBytes of all callers
 * @param callerEntries of each
 * @param callerBytes of each
 */
public record CacheLimits(int maxEntries, long maxBytes, int callerEntries, long callerBytes) {

    public CacheLimits {
        requirePositive(maxEntries, "maxEntries");
        requirePositive(maxBytes, "maxBytes");
        requirePositive(callerEntries, "callerEntries");
        requirePositive(callerBytes, "callerBytes");
    }

    /** So much, of which no caller has more than half. */
    public static CacheLimits of(int maxEntries, long maxBytes) {
        return new CacheLimits(maxEntries, maxBytes, Math.max(1, maxEntries / 2), Math.max(1, maxBytes / 2));
    }

    private static void requirePositive(long value, String name) {
        if (value < 1) {
            throw new IllegalArgumentException(name + ": must be at least 1, got " + value);
        }
    }
}
