package dev.plimsoll.gateway.tls;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;

/** Checks whether a public key and a private key belong together: signs with one, and verifies with the other. */
final class KeyPairCheck {

    private static final byte[] SAMPLE = {1, 2, 3};

    private KeyPairCheck() {}

    static boolean isPair(PublicKey publicKey, PrivateKey privateKey) {
        String algorithm = switch (privateKey.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> "Ed25519";
        };
        try {
            Signature signature = Signature.getInstance(algorithm);
            signature.initSign(privateKey);
            signature.update(SAMPLE);
            byte[] signatureBytes = signature.sign();
            signature.initVerify(publicKey);
            signature.update(SAMPLE);
            return signature.verify(signatureBytes);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }
}
