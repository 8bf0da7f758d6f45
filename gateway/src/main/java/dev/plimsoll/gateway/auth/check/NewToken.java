package dev.plimsoll.gateway.auth.check;

import dev.plimsoll.gateway.digest.Sha256;
import java.util.Base64;
import java.util.HexFormat;
import java.util.random.RandomGenerator;

/**
 * A newly created token.
 *
 * @param text the token, which only its holder stores
 * @param hash SHA-256 of the token, in hexadecimal digits
 */
public record NewToken(String text, String hash) {

    /** Prefix by which people and secret scanners recognize a token. */
    public static final String PREFIX = "plm_";

    private static final int BYTES = 32;

    /**
     * Creates a token with so many random bits that it cannot be guessed from its hash, although the hash is fast to
     * compute.
     */
    public static NewToken from(RandomGenerator random) {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        String text = PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        return new NewToken(text, HexFormat.of().formatHex(Sha256.of(text)));
    }

    /** Omits the token. */
    @Override
    public String toString() {
        return "NewToken[" + hash + "]";
    }
}
