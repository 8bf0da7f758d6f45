package dev.plimsoll.documents.limit;

import java.time.Duration;

/**
 * Limits for reading one document.
 *
 * @param maxTime maximum time
 * @param maxFileBytes maximum size of the file
 * @param maxUnpackedBytes maximum total size of the unpacked parts of the file
 * @param maxTextCharacters maximum length of the text
 * @param maxCells maximum number of cells in the tables; a merged cell counts once for each cell that it covers
 */
public record DocumentLimits(
        Duration maxTime, int maxFileBytes, long maxUnpackedBytes, int maxTextCharacters, int maxCells) {

    /** Limits for a gateway with many callers. */
    public static final DocumentLimits STANDARD =
            new DocumentLimits(Duration.ofSeconds(20), 64 << 20, 256L << 20, 16 << 20, 1_000_000);

    public DocumentLimits {
        if (maxTime.isNegative()
                || maxTime.isZero()
                || maxFileBytes < 1
                || maxUnpackedBytes < 1
                || maxTextCharacters < 1
                || maxCells < 1) {
            throw new IllegalArgumentException("all limits must be positive, got " + maxTime + ", " + maxFileBytes
                    + ", " + maxUnpackedBytes + ", " + maxTextCharacters + ", " + maxCells);
        }
    }
}
