package dev.plimsoll.gateway.pin;

import dev.plimsoll.gateway.digest.Sha256;
import dev.plimsoll.json.Slice;
import java.time.Instant;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The entry of a tool in a listing, in the form in which it is stored.
 *
 * @param hash the SHA-256 of the canonical entry, in hex
 * @param at when the server first listed it, or when it was approved
 * @param entry the canonical entry; null if it is too large to be stored, so that only hashes are compared
 */
record PinnedEntry(String hash, Instant at, @Nullable Slice entry) {

    /** Largest entry that is stored. */
    static final int MAX_BYTES = 1 << 18;

    /** Converts an entry of a listing to its canonical form, and hashes it. */
    static PinnedEntry of(Slice entry, Instant at) {
        Slice canonical = CanonicalEntry.canonicalize(entry);
        return new PinnedEntry(hashOf(canonical), at, canonical.length() > MAX_BYTES ? null : canonical);
    }

    /** Returns the hash of a canonical entry. */
    static String hashOf(Slice canonical) {
        return HexFormat.of().formatHex(Sha256.of(Slice.of("plimsoll pin 1\n"), canonical));
    }

    /** Returns a copy without the entry itself. */
    PinnedEntry withoutEntry() {
        return new PinnedEntry(hash, at, null);
    }

    /** Returns a copy with another time. */
    PinnedEntry withTime(Instant time) {
        return new PinnedEntry(hash, time, entry);
    }

    /** Returns the number of stored bytes. */
    int bytes() {
        return entry == null ? 0 : entry.length();
    }
}
