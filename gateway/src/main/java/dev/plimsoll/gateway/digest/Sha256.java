package dev.plimsoll.gateway.digest;

import dev.plimsoll.json.Slice;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Computes SHA-256, which every Java runtime has. */
public final class Sha256 {

    private Sha256() {}

    /** Returns the digest of the UTF-8 bytes of a text. */
    public static byte[] of(String text) {
        return of(Slice.of(text));
    }

    /** Returns the digest of these bytes, one part after the other. */
    public static byte[] of(Slice... parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (Slice part : parts) {
                digest.update(part.bytes(), part.from(), part.length());
            }
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }

    /** Returns the first bytes of the digest of a text, in hexadecimal digits. */
    public static String hex(String text, int bytes) {
        return HexFormat.of().formatHex(of(text), 0, bytes);
    }
}
