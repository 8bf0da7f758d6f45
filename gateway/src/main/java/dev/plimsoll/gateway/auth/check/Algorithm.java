package dev.plimsoll.gateway.auth.check;

import org.jspecify.annotations.Nullable;

/**
 * Accepted signature algorithms. All are asymmetric, so only the issuer has the signing key. A token with any other
 * algorithm counts as unsigned.
 */
enum Algorithm {
    RS256("RSA"),
    RS384("RSA"),
    RS512("RSA"),
    PS256("RSA"),
    PS384("RSA"),
    PS512("RSA"),
    ES256("P-256"),
    ES384("P-384"),
    ES512("P-521"),
    EdDSA("Ed25519"),
    Ed25519("Ed25519");

    private final String keyType;

    Algorithm(String keyType) {
        this.keyType = keyType;
    }

    /** Finds an algorithm by its name in tokens and keys; null if it is not accepted. */
    static @Nullable Algorithm find(@Nullable String name) {
        for (Algorithm algorithm : values()) {
            if (algorithm.name().equals(name)) {
                return algorithm;
            }
        }
        return null;
    }

    /** Returns the required type of key: {@code RSA}, or the name of a curve. */
    String keyType() {
        return keyType;
    }
}
