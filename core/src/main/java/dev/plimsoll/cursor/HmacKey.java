package dev.plimsoll.cursor;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * HMAC-SHA256 (RFC 2104) with one key. Thread-safe. It does not use {@link javax.crypto.Mac}, which first loads five
 * security providers and takes 10 ms of each start of a process.
 */
public final class HmacKey {

    private static final String ALGORITHM = "SHA-256";
    private static final int BLOCK_BYTES = 64;
    private static final byte INNER_PAD = 0x36;
    private static final byte OUTER_PAD = 0x5c;

    private final byte[] paddedKey = new byte[BLOCK_BYTES];

    // digests of the padded key; only copied, never updated, because copying is faster than hashing the key again
    private final MessageDigest inner;
    private final MessageDigest outer;

    /** @throws IllegalArgumentException if the key is empty */
    public HmacKey(byte[] key) {
        if (key.length == 0) {
            throw new IllegalArgumentException("the key is empty");
        }
        byte[] shortKey = key.length > BLOCK_BYTES ? createDigest().digest(key) : key;
        System.arraycopy(shortKey, 0, paddedKey, 0, shortKey.length);
        this.inner = createDigest(INNER_PAD);
        this.outer = createDigest(OUTER_PAD);
    }

    /** Returns the signature of the message, 32 bytes. */
    public byte[] sign(byte[] message) {
        byte[] innerHash = copy(inner, INNER_PAD).digest(message);
        return copy(outer, OUTER_PAD).digest(innerHash);
    }

    HmacKey derive(String label) {
        return new HmacKey(sign(label.getBytes(StandardCharsets.US_ASCII)));
    }

    private MessageDigest copy(MessageDigest digest, byte pad) {
        try {
            return (MessageDigest) digest.clone();
        } catch (CloneNotSupportedException e) {
            return createDigest(pad); // the state of the provider may be in hardware and cannot be copied
        }
    }

    private MessageDigest createDigest(byte pad) {
        byte[] block = paddedKey.clone();
        for (int i = 0; i < block.length; i++) {
            block[i] ^= pad;
        }
        MessageDigest digest = createDigest();
        digest.update(block);
        return digest;
    }

    private static MessageDigest createDigest() {
        try {
            return MessageDigest.getInstance(ALGORITHM);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has " + ALGORITHM, e);
        }
    }
}
