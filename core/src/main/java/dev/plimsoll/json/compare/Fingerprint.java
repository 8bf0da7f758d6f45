package dev.plimsoll.json.compare;

import dev.plimsoll.json.Slice;
import java.nio.ByteBuffer;
import java.util.Base64;

/**
 * Short text that is equal for equal documents in any notation, also after a restart. It is not secure: the
 * author of a document can create another one with the same fingerprint.
 */
public final class Fingerprint {

    // arbitrary constants, which must not change: stored fingerprints are compared with new ones
    private static final long SEED_HIGH = 0x243F6A8885A308D3L;
    private static final long SEED_LOW = 0x13198A2E03707344L;

    private Fingerprint() {}

    /**
     * Computes the fingerprint of a document: 22 characters of {@code [A-Za-z0-9_-]}; an empty string if the document
     * is nested more than a million levels deep.
     */
    public static String compute(Slice document) {
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
