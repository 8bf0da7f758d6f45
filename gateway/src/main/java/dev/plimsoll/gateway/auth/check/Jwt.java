package dev.plimsoll.gateway.auth.check;

import java.security.PublicKey;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jose4j.jwa.AlgorithmConstraints;
import org.jose4j.jwa.AlgorithmConstraints.ConstraintType;
import org.jose4j.jwa.AlgorithmFactoryFactory;
import org.jose4j.jws.EdDsaAlgorithm;
import org.jose4j.jws.JsonWebSignature;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.jwt.consumer.InvalidJwtException;
import org.jose4j.lang.JoseException;
import org.jspecify.annotations.Nullable;

/**
 * A JSON Web Token in compact form, parsed by jose4j.
 *
 * @param claims not verified until {@link #isSignedWith} returns true
 */
record Jwt(@Nullable Algorithm algorithm, JsonWebSignature jws, JwtClaims claims) {

    /** Types of access tokens that RFC 9068 defines, and the types that were used before it. */
    private static final Set<String> TYPES = Set.of("jwt", "at+jwt", "application/at+jwt");

    /** Three parts in base64. Checked here because jose4j skips other characters. */
    private static final Pattern COMPACT_FORM = Pattern.compile("[\\w-]++\\.[\\w-]++\\.[\\w-]*+");

    static {
        // RFC 9864 gives Ed25519 a second name, which jose4j does not know
        EdDsaAlgorithm ed25519 = new EdDsaAlgorithm();
        ed25519.setAlgorithmIdentifier(Algorithm.Ed25519.name());
        AlgorithmFactoryFactory.getInstance().getJwsAlgorithmFactory().registerAlgorithm(ed25519);
    }

    /**
     * Parses a token. Keys inside the token are never used.
     *
     * @throws IllegalArgumentException if it is not a valid token
     */
    static Jwt parse(String token) {
        if (!COMPACT_FORM.matcher(token).matches()) {
            throw new IllegalArgumentException("is not three parts in base64");
        }
        JsonWebSignature jws = new JsonWebSignature();
        try {
            jws.setCompactSerialization(token);
            Algorithm algorithm = Algorithm.find(headerText(jws, "alg"));
            if (jws.getObjectHeader("crit") != null) {
                throw new IllegalArgumentException("asks for extensions");
            }
            String type = headerText(jws, "typ");
            if (type != null && !TYPES.contains(type.toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException("is of another type");
            }
            return new Jwt(algorithm, jws, JwtClaims.parse(jws.getUnverifiedPayload()));
        } catch (JoseException | InvalidJwtException e) {
            throw new IllegalArgumentException("is not a signed token", e);
        }
    }

    private static @Nullable String headerText(JsonWebSignature jws, String name) {
        return jws.getObjectHeader(name) instanceof String text ? text : null;
    }

    @Nullable String kid() {
        return headerText(jws, "kid");
    }

    /** Returns whether the holder of this key signed the token with the algorithm that the token names. */
    boolean isSignedWith(PublicKey key) {
        if (algorithm == null) {
            return false;
        }
        try {
            jws.setAlgorithmConstraints(new AlgorithmConstraints(ConstraintType.PERMIT, algorithm.name()));
            jws.setKey(key);
            return jws.verifySignature();
        } catch (JoseException e) {
            return false;
        }
    }
}
