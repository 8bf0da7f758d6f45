package dev.plimsoll.gateway.auth.check;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.PublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jose4j.json.JsonUtil;
import org.jose4j.jwk.EllipticCurveJsonWebKey;
import org.jose4j.jwk.JsonWebKey;
import org.jose4j.jwk.OctetKeyPairJsonWebKey;
import org.jose4j.jwk.PublicJsonWebKey;
import org.jose4j.lang.JoseException;
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

    /** Returns whether this key may verify a token with this algorithm and key ID. */
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
        List<IssuerKey> keys = new ArrayList<>();
        for (Object jwk : parseList(set)) {
            IssuerKey key = jwk instanceof Map<?, ?> members ? parse(members) : null;
            if (key != null && keys.size() < MAX_KEYS) {
                keys.add(key);
            }
        }
        return List.copyOf(keys);
    }

    private static List<?> parseList(byte[] set) {
        try {
            Object list =
                    JsonUtil.parseJson(new String(set, StandardCharsets.UTF_8)).get("keys");
            if (list instanceof List<?> keys) {
                return keys;
            }
        } catch (JoseException e) {
            // reported below
        }
        throw new IllegalArgumentException("is not a JSON Web Key Set");
    }

    private static @Nullable IssuerKey parse(Map<?, ?> members) {
        JsonWebKey jwk = parseJwk(members);
        if (jwk == null) {
            // the key is skipped, so tokens signed with it are refused
            return null;
        }
        String alg = jwk.getAlgorithm();
        Algorithm onlyAlgorithm = Algorithm.find(alg);
        String keyType = findKeyType(jwk);
        boolean isForSignatures = jwk.getUse() == null || jwk.getUse().equals("sig");
        boolean isAccepted = alg == null || onlyAlgorithm != null;
        return isForSignatures && isAccepted && keyType != null && jwk.getKey() instanceof PublicKey key
                ? new IssuerKey(jwk.getKeyId(), onlyAlgorithm, keyType, key)
                : null;
    }

    private static @Nullable JsonWebKey parseJwk(Map<?, ?> members) {
        Map<String, Object> parameters = new HashMap<>();
        members.forEach((name, value) -> parameters.put(String.valueOf(name), value));
        try {
            return JsonWebKey.Factory.newJwk(parameters);
        } catch (JoseException | RuntimeException e) {
            // Java reports a point outside the field of its curve as a RuntimeException
            return null;
        }
    }

    /** Returns the type of a key: RSA, or a curve; null if the key cannot be used for an accepted algorithm. */
    private static @Nullable String findKeyType(JsonWebKey jwk) {
        return switch (jwk) {
            case EllipticCurveJsonWebKey ec -> ec.getCurveName();
            case OctetKeyPairJsonWebKey octets -> octets.getSubtype();
            case PublicJsonWebKey other
            when other.getKey() instanceof RSAPublicKey rsa && hasAcceptedSize(rsa) -> "RSA";
            default -> null;
        };
    }

    private static boolean hasAcceptedSize(RSAPublicKey rsa) {
        BigInteger modulus = rsa.getModulus();
        return modulus.bitLength() >= MIN_RSA_BITS
                && modulus.bitLength() <= MAX_RSA_BITS
                && rsa.getPublicExponent().bitLength() <= MAX_EXPONENT_BITS;
    }
}
