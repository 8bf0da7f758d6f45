package dev.plimsoll.json;

import java.nio.ByteBuffer;
import java.util.Base64;

/**
 * A short text that is the same for documents that say the same, however they are written, today and after a restart.
 * Whoever makes a document can make another with the same text: nothing secret may depend on it.
 */
public final class Fingerprint {

    // any constants do, as long as they stay: kept fingerprints are compared with new ones
    private static final long SEED_HIGH = 0x243F6A8885A308D3L;
    private static final long SEED_LOW = 0x13198A2E03707344L;

    private Fingerprint() {}

    /** 22 characters of {@code [A-Za-z0-9_-]}; empty for a document nested a million levels deep. */
    public static String of(Slice document) {
        long[] hash = new DocumentHash(SEED_HIGH, SEED_LOW).hash(document);
        if (hash.length == 0) {
            return "";
        }
        byte[] bytes = ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(hash[0])
                .putLong(hash[1])
                .array();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
