package dev.plimsoll.gateway.login.oauth;

import java.security.SecureRandom;
import java.util.Base64;

/** Creates random texts that cannot be guessed, for PKCE verifiers, states of logins, and cookies. */
public final class RandomText {

    private static final int BYTES = 32;

    private RandomText() {}

    /** Creates a text of letters, digits, hyphens, and underscores. */
    public static String create() {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
