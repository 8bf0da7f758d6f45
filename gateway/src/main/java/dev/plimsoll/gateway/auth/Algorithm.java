package dev.plimsoll.gateway.auth;

import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import org.jspecify.annotations.Nullable;

/** The signatures that are accepted: all need a key that only the issuer has. What is not here is no signature. */
enum Algorithm {
    RS256("RSA", "SHA256withRSA", null),
    RS384("RSA", "SHA384withRSA", null),
    RS512("RSA", "SHA512withRSA", null),
    PS256("RSA", "RSASSA-PSS", pss("SHA-256", MGF1ParameterSpec.SHA256, 32)),
    PS384("RSA", "RSASSA-PSS", pss("SHA-384", MGF1ParameterSpec.SHA384, 48)),
    PS512("RSA", "RSASSA-PSS", pss("SHA-512", MGF1ParameterSpec.SHA512, 64)),
    ES256("P-256", "SHA256withECDSAinP1363Format", null),
    ES384("P-384", "SHA384withECDSAinP1363Format", null),
    ES512("P-521", "SHA512withECDSAinP1363Format", null),
    EdDSA("Ed25519", "Ed25519", null),
    Ed25519("Ed25519", "Ed25519", null);

    private final String kind;
    private final String name;
    private final @Nullable AlgorithmParameterSpec parameters;

    Algorithm(String kind, String name, @Nullable AlgorithmParameterSpec parameters) {
        this.kind = kind;
        this.name = name;
        this.parameters = parameters;
    }

    private static AlgorithmParameterSpec pss(String hash, MGF1ParameterSpec mask, int salt) {
        return new PSSParameterSpec(hash, "MGF1", mask, salt, PSSParameterSpec.TRAILER_FIELD_BC);
    }

    /** As tokens and keys name it; null where it is not accepted. */
    static @Nullable Algorithm named(@Nullable String name) {
        for (Algorithm algorithm : values()) {
            if (algorithm.name().equals(name)) {
                return algorithm;
            }
        }
        return null;
    }

    /** The kind of key that it needs: RSA, or a curve. */
    String kind() {
        return kind;
    }

    boolean verifies(PublicKey key, byte[] signed, byte[] signature) {
        try {
            Signature check = Signature.getInstance(name);
            if (parameters != null) {
                check.setParameter(parameters);
            }
            check.initVerify(key);
            check.update(signed);
            return check.verify(signature);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }
}
