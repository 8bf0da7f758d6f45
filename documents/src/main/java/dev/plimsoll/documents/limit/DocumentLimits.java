package dev.plimsoll.documents.limit;

import java.time.Duration;

/**
 * Limits for reading one document.
 *
 * @param time the longest time
 * @param fileBytes the largest file
 * @param unpackedBytes the most bytes that compressed parts of the file may unpack to, all together
 * @param textCharacters the longest text
 * @param cells the most cells of the tables, merged cells counted once for each cell that they cover
 */
public record DocumentLimits(Duration time, int fileBytes, long unpackedBytes, int textCharacters, int cells) {

    /** Limits for a gateway with many callers. */
    public static final DocumentLimits STANDARD =
            new DocumentLimits(Duration.ofSeconds(20), 64 << 20, 256L << 20, 16 << 20, 1_000_000);

    public DocumentLimits {
        if (time.isNegative()
                || time.isZero()
                || fileBytes < 1
                || unpackedBytes < 1
                || textCharacters < 1
                || cells < 1) {
            throw new IllegalArgumentException("a limit is not positive");
        }
    }
}
