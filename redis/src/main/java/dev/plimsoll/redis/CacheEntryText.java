package dev.plimsoll.redis;

import dev.plimsoll.cache.CacheEntry;
import dev.plimsoll.cache.ResultForm;
import dev.plimsoll.store.SnapshotId;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Text form of a cache entry in Redis: six values with spaces between them. */
final class CacheEntryText {

    private static final int ID_DIGITS = 32;

    /** Times are converted only if the clocks differ by at least this much. */
    private static final Duration MIN_CLOCK_DIFFERENCE = Duration.ofSeconds(1);

    private CacheEntryText() {}

    static String format(CacheEntry cacheEntry) {
        return String.join(
                " ",
                cacheEntry.id().toString(),
                cacheEntry.form().name(),
                Long.toString(cacheEntry.bytes()),
                cacheEntry.storedAt().toString(),
                cacheEntry.expiresAt().toString(),
                Long.toString(cacheEntry.sourceMillis()));
    }

    /** Returns the entry, or null if the text is invalid, for example from a newer Plimsoll. */
    static @Nullable CacheEntry parse(String text) {
        String[] words = text.split(" ", -1);
        if (words.length != 6 || words[0].length() != ID_DIGITS) {
            return null;
        }
        try {
            SnapshotId id = new SnapshotId(
                    HexFormat.fromHexDigitsToLong(words[0], 0, ID_DIGITS / 2),
                    HexFormat.fromHexDigitsToLong(words[0], ID_DIGITS / 2, ID_DIGITS));
            return new CacheEntry(
                    id,
                    ResultForm.valueOf(words[1]),
                    Long.parseLong(words[2]),
                    Instant.parse(words[3]),
                    Instant.parse(words[4]),
                    Long.parseLong(words[5]));
        } catch (IllegalArgumentException | DateTimeParseException e) {
            return null;
        }
    }

    /**
     * Returns the entry with its times converted to the local clock, which may differ from the clock of the process
     * that stored it.
     */
    static CacheEntry convertTimes(CacheEntry cacheEntry, Duration age, Instant now) {
        Duration clockDifference = Duration.between(cacheEntry.storedAt(), now.minus(age));
        return clockDifference.abs().compareTo(MIN_CLOCK_DIFFERENCE) < 0
                ? cacheEntry
                : new CacheEntry(
                        cacheEntry.id(),
                        cacheEntry.form(),
                        cacheEntry.bytes(),
                        cacheEntry.storedAt().plus(clockDifference),
                        cacheEntry.expiresAt().plus(clockDifference),
                        cacheEntry.sourceMillis());
    }
}
