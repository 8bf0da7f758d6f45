package dev.plimsoll.store;

import java.util.HexFormat;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** ID of a snapshot: 128 random bits. Without authentication, the ID alone allows reading, so it must not be logged. */
public record SnapshotId(long high, long low) {

    /** Creates a new ID. The source must be a {@link java.security.SecureRandom} if IDs must be hard to guess. */
    public static SnapshotId random(RandomGenerator source) {
        return new SnapshotId(source.nextLong(), source.nextLong());
    }

    // written by hand, because AOT caches cannot store the generated methods of a record, which would cost 3 ms at the
    // first stored result
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SnapshotId id && high == id.high && low == id.low;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(high ^ low);
    }

    /** Returns 32 hexadecimal digits. */
    @Override
    public String toString() {
        HexFormat hex = HexFormat.of();
        return hex.toHexDigits(high) + hex.toHexDigits(low);
    }
}
