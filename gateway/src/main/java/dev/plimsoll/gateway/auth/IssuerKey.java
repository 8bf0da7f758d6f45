package dev.plimsoll.gateway.auth;

import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A public key of an issuer.
 *
 * @param kid its ID in tokens; null if it has none
 * @param onlyAlgorithm the only algorithm that may use this key; null if all algorithms of its type may
 * @param keyType RSA, or a curve
 */
record IssuerKey(@Nullable String kid, @Nullable Algorithm onlyAlgorithm, String keyType, PublicKey key) {

    private static final int MAX_KEYS = 100;
    private static final int MIN_RSA_BITS = 2048;
    private static final int MAX_RSA_BITS = 8192;
    private static final int MAX_EXPONENT_BITS = 32;
    private static final Map<String, String> CURVES =
            Map.of("P-256", "secp256r1", "P-384", "secp384r1", "P-521", "secp521r1");

    private static final byte[] ED25519_PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");
    private static final int ED25519_BYTES = 32;

    /** Returns whether a token with this algorithm and key id may be signed with this key. */
    boolean accepts(Algorithm algorithm, @Nullable String expectedKid) {
        return keyType.equals(algorithm.keyType())
                && (onlyAlgorithm == null || onlyAlgorithm.name().equals(algorithm.name()))
                && (expectedKid == null || expectedKid.equals(kid));
    }

    /**
     * Parses a JSON Web Key Set. Skips keys that are not for signatures, and keys of an unsupported type.
     *
     * @throws IllegalArgumentException if it is not a key set
     */
    static List<IssuerKey> parseSet(byte[] set) {
        Slice text = Slice.of(set);
        Slice list = Json.isValid(text) && Json.type(text) == JsonType.OBJECT ? Members.get(text, "keys") : null;
        if (list == null || Json.type(list) != JsonType.ARRAY) {
            throw new IllegalArgumentException("is not a JSON Web Key Set");
        }
        List<IssuerKey> keys = new ArrayList<>();
        Elements elements = Elements.of(list);
        while (keys.size() < MAX_KEYS && elements.next()) {
            Slice jwk = elements.value();
            IssuerKey key = Json.type(jwk) == JsonType.OBJECT ? of(jwk) : null;
            if (key != null) {
                keys.add(key);
            }
        }
        return List.copyOf(keys);
    }

    private static @Nullable IssuerKey of(Slice jwk) {
        String use = Jwt.findText(jwk, "use");
        String alg = Jwt.findText(jwk, "alg");
        Algorithm onlyAlgorithm = Algorithm.find(alg);
        if ((use != null && !use.equals("sig")) || (alg != null && onlyAlgorithm == null)) {
            return null;
        }
        try {
            String type = Jwt.findText(jwk, "kty");
            String curve = Jwt.findText(jwk, "crv");
            String kid = Jwt.findText(jwk, "kid");
            if ("RSA".equals(type)) {
                return new IssuerKey(kid, onlyAlgorithm, "RSA", rsaKey(number(jwk, "n"), number(jwk, "e")));
            }
            String curveName = curve == null ? null : CURVES.get(curve);
            if ("EC".equals(type) && curve != null && curveName != null) {
                ECPoint point = new ECPoint(number(jwk, "x"), number(jwk, "y"));
                return new IssuerKey(kid, onlyAlgorithm, curve, ecKey(curveName, point));
            }
            if ("OKP".equals(type) && "Ed25519".equals(curve)) {
                return new IssuerKey(kid, onlyAlgorithm, Algorithm.Ed25519.keyType(), ed25519Key(bytes(jwk, "x")));
            }
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            // the key is skipped, so tokens signed with it are refused
        }
        return null;
    }

    private static PublicKey rsaKey(BigInteger modulus, BigInteger exponent) throws GeneralSecurityException {
        int bits = modulus.bitLength();
        if (bits < MIN_RSA_BITS || bits > MAX_RSA_BITS || exponent.bitLength() > MAX_EXPONENT_BITS) {
            throw new IllegalArgumentException("too short or too long");
        }
        return KeyFactory.getInstance("RSA").generatePublic(new RSAPublicKeySpec(modulus, exponent));
    }

    private static PublicKey ecKey(String curve, ECPoint point) throws GeneralSecurityException {
        AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
        parameters.init(new ECGenParameterSpec(curve));
        ECParameterSpec spec = parameters.getParameterSpec(ECParameterSpec.class);
        int bits = spec.getCurve().getField().getFieldSize();
        if (point.getAffineX().bitLength() > bits || point.getAffineY().bitLength() > bits) {
            // checked here because Java does not report this cleanly
            throw new IllegalArgumentException("outside the field of its curve");
        }
        return KeyFactory.getInstance("EC").generatePublic(new ECPublicKeySpec(point, spec));
    }

    private static PublicKey ed25519Key(byte[] raw) throws GeneralSecurityException {
        if (raw.length != ED25519_BYTES) {
            throw new IllegalArgumentException("not " + ED25519_BYTES + " bytes long");
        }
        byte[] encoded = new byte[ED25519_PREFIX.length + raw.length];
        System.arraycopy(ED25519_PREFIX, 0, encoded, 0, ED25519_PREFIX.length);
        System.arraycopy(raw, 0, encoded, ED25519_PREFIX.length, raw.length);
        return KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded));
    }

    private static BigInteger number(Slice jwk, String name) {
        return new BigInteger(1, bytes(jwk, name));
    }

    private static byte[] bytes(Slice jwk, String name) {
        String text = Jwt.findText(jwk, name);
        if (text == null) {
            throw new IllegalArgumentException("has no " + name);
        }
        return Base64.getUrlDecoder().decode(text);
    }
}
