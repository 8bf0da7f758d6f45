package dev.plimsoll.gateway.auth.check;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.NullMarked;

/** A key pair with which a simulated issuer signs tokens. This class uses none of the code that it helps to test. */
@NullMarked
public record SigningKey(String kid, String alg, PublicKey publicKey, PrivateKey privateKey) {

    private static final Map<String, String> CURVES =
            Map.of("ES256", "secp256r1", "ES384", "secp384r1", "ES512", "secp521r1");

    /** Creates a key for a JWT signature algorithm. */
    public static SigningKey of(String kid, String alg) throws GeneralSecurityException {
        KeyPairGenerator generator;
        if (CURVES.containsKey(alg)) {
            generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec(CURVES.get(alg)));
        } else if (alg.startsWith("Ed")) {
            generator = KeyPairGenerator.getInstance("Ed25519");
        } else {
            generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
        }
        KeyPair pair = generator.generateKeyPair();
        return new SigningKey(kid, alg, pair.getPublic(), pair.getPrivate());
    }

    /** Returns the public key as a JSON Web Key. */
    String jwk() {
        String common = "\"kid\":\"" + kid + "\",\"use\":\"sig\",";
        if (publicKey instanceof RSAPublicKey rsa) {
            return "{" + common + "\"kty\":\"RSA\",\"n\":\"" + number(rsa.getModulus(), 256) + "\",\"e\":\"AQAB\"}";
        }
        if (publicKey instanceof ECPublicKey ec) {
            int bytes = (ec.getParams().getCurve().getField().getFieldSize() + 7) / 8;
            String curve = "P-" + ec.getParams().getCurve().getField().getFieldSize();
            return "{" + common + "\"kty\":\"EC\",\"crv\":\"" + curve + "\",\"x\":\""
                    + number(ec.getW().getAffineX(), bytes) + "\",\"y\":\""
                    + number(ec.getW().getAffineY(), bytes) + "\"}";
        }
        byte[] encoded = publicKey.getEncoded();
        byte[] raw = Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length);
        return "{" + common + "\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"" + SimulatedIssuer.encode(raw) + "\"}";
    }

    /** Encodes a number in base64, as a big-endian integer with exactly this number of bytes. */
    private static String number(BigInteger number, int bytes) {
        byte[] unpadded = number.toByteArray();
        byte[] padded = new byte[bytes];
        int length = Math.min(unpadded.length, bytes);
        System.arraycopy(unpadded, unpadded.length - length, padded, bytes - length, length);
        return SimulatedIssuer.encode(padded);
    }

    /** Creates a token with these claims and a header that names this key. */
    public String token(String claims) throws GeneralSecurityException {
        return token("{\"typ\":\"at+jwt\",\"alg\":\"" + alg + "\",\"kid\":\"" + kid + "\"}", claims);
    }

    String token(String header, String claims) throws GeneralSecurityException {
        String signed = SimulatedIssuer.encode(header.getBytes(StandardCharsets.UTF_8)) + "."
                + SimulatedIssuer.encode(claims.getBytes(StandardCharsets.UTF_8));
        Signature signature = signature();
        signature.initSign(privateKey);
        signature.update(signed.getBytes(StandardCharsets.US_ASCII));
        return signed + "." + SimulatedIssuer.encode(signature.sign());
    }

    private Signature signature() throws GeneralSecurityException {
        if (alg.startsWith("Ed")) {
            return Signature.getInstance("Ed25519");
        }
        String hashBits = alg.substring(2);
        if (alg.startsWith("PS")) {
            Signature pss = Signature.getInstance("RSASSA-PSS");
            pss.setParameter(new PSSParameterSpec(
                    "SHA-" + hashBits,
                    "MGF1",
                    new MGF1ParameterSpec("SHA-" + hashBits),
                    Integer.parseInt(hashBits) / 8,
                    1));
            return pss;
        }
        return Signature.getInstance("SHA" + hashBits + (alg.startsWith("RS") ? "withRSA" : "withECDSAinP1363Format"));
    }
}
