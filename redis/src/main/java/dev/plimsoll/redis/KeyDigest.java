package dev.plimsoll.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/** Computes digests that replace confidential names in Redis keys. */
final class KeyDigest {

    private static final int BYTES = 16;

    private KeyDigest() {}

    static String of(String text) {
        return of(text.getBytes(UTF_8), BYTES);
    }

    /** Returns the first {@code length} bytes of the SHA-256 digest in hexadecimal. */
    static String of(byte[] bytes, int length) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            return HexFormat.of().formatHex(Arrays.copyOf(digest, length));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
