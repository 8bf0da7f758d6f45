package dev.plimsoll.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/** Digests that replace confidential names in Redis keys. */
final class KeyDigest {

    private static final int BYTES = 16;

    private KeyDigest() {}

    static String hash(String text) {
        return hash(text.getBytes(UTF_8), BYTES);
    }

    /** Returns the first {@code length} bytes of the SHA-256 digest in hexadecimal. */
    static String hash(byte[] bytes, int length) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            return HexFormat.of().formatHex(Arrays.copyOf(digest, length));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
