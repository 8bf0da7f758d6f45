package dev.plimsoll.store;

import java.util.HexFormat;
import java.util.random.RandomGenerator;

/**
 * The name of a snapshot: 128 random bits. Where callers are not authenticated, knowing it is all that is needed to read, so
 * it belongs in no log.
 */
public record SnapshotId(long high, long low) {

    /** A new id. The source must be a {@link java.security.SecureRandom} wherever ids have to be unguessable. */
    public static SnapshotId random(RandomGenerator source) {
        return new SnapshotId(source.nextLong(), source.nextLong());
    }

    /** 32 hexadecimal digits. */
    @Override
    public String toString() {
        HexFormat hex = HexFormat.of();
        return hex.toHexDigits(high) + hex.toHexDigits(low);
    }
}
