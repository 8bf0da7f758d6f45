package dev.plimsoll.gateway.auth;

import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import org.jspecify.annotations.Nullable;

/**
 * Accepted signature algorithms. All are asymmetric, so only the issuer has the signing key. A token with any other
 * algorithm counts as unsigned.
 */
enum Algorithm {
    RS256("RSA", "SHA256withRSA", 0),
    RS384("RSA", "SHA384withRSA", 0),
    RS512("RSA", "SHA512withRSA", 0),
    PS256("RSA", "RSASSA-PSS", 256),
    PS384("RSA", "RSASSA-PSS", 384),
    PS512("RSA", "RSASSA-PSS", 512),
    ES256("P-256", "SHA256withECDSAinP1363Format", 0),
    ES384("P-384", "SHA384withECDSAinP1363Format", 0),
    ES512("P-521", "SHA512withECDSAinP1363Format", 0),
    EdDSA("Ed25519", "Ed25519", 0),
    Ed25519("Ed25519", "Ed25519", 0);

    private final String keyType;
    private final String name;
    private final int pssBits;

    /** @param pssBits size of the hash for RSASSA-PSS; 0 for other algorithms */
    Algorithm(String keyType, String name, int pssBits) {
        this.keyType = keyType;
        this.name = name;
        this.pssBits = pssBits;
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

    /** Returns the required type of key: RSA, or a curve. */
    String keyType() {
        return keyType;
    }

    boolean verifies(PublicKey key, byte[] signed, byte[] signature) {
        try {
            Signature verifier = Signature.getInstance(name);
            if (pssBits > 0) {
                String hash = "SHA-" + pssBits;
                MGF1ParameterSpec mask = new MGF1ParameterSpec(hash);
                verifier.setParameter(
                        new PSSParameterSpec(hash, "MGF1", mask, pssBits / 8, PSSParameterSpec.TRAILER_FIELD_BC));
            }
            verifier.initVerify(key);
            verifier.update(signed);
            return verifier.verify(signature);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }
}
