package dev.plimsoll.gateway.auth;

import java.util.Base64;
import java.util.HexFormat;
import java.util.random.RandomGenerator;

/**
 * A token that was just made up.
 *
 * @param text what its holder shows; nobody keeps it but them
 * @param hash SHA-256 of it, in hexadecimal digits
 */
public record NewToken(String text, String hash) {

    /** By it people and scanners of repositories see what it is. */
    public static final String PREFIX = "plm_";

    private static final int BYTES = 32;

    /** Of so much chance that nobody guesses it, whatever the speed at which they hash. */
    public static NewToken from(RandomGenerator chance) {
        byte[] bytes = new byte[BYTES];
        chance.nextBytes(bytes);
        String text = PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        return new NewToken(text, HexFormat.of().formatHex(Digests.sha256(text)));
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "NewToken[" + hash + "]";
    }
}
