package dev.plimsoll.gateway.auth.check;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.jwt.MalformedClaimException;
import org.jose4j.jwt.NumericDate;
import org.jspecify.annotations.Nullable;

/**
 * The claims of an access token that we use.
 *
 * @param expiresSeconds end of the token's lifetime, in seconds since 1970; null if missing
 * @param notBefore beginning of the token's lifetime, in seconds since 1970; null if missing
 * @param forRules the claims that access rules read
 */
record Claims(
        @Nullable String issuer,
        @Nullable String subject,
        Set<String> audience,
        @Nullable Long expiresSeconds,
        @Nullable Long notBefore,
        Set<String> scopes,
        Map<String, Object> forRules) {

    /** Reads claims. A claim of an unexpected type counts as missing, and a missing claim makes a token invalid. */
    static Claims of(JwtClaims claims, Set<String> namesInRules) {
        Set<String> scopes = new HashSet<>();
        for (String text : strings(claims, "scope")) {
            scopes.addAll(List.of(text.strip().split(" +")));
        }
        // some issuers use "scp" in place of "scope", as a text or as a list
        for (String text : strings(claims, "scp")) {
            scopes.addAll(List.of(text.strip().split(" +")));
        }
        scopes.remove("");
        return new Claims(
                claims.getClaimValue("iss") instanceof String issuer ? issuer : null,
                claims.getClaimValue("sub") instanceof String subject ? subject : null,
                strings(claims, "aud"),
                seconds(claims, "exp"),
                seconds(claims, "nbf"),
                Set.copyOf(scopes),
                forRules(claims, namesInRules));
    }

    private static Map<String, Object> forRules(JwtClaims claims, Set<String> names) {
        Map<String, Object> found = new HashMap<>();
        for (String name : names) {
            Object value = claims.getClaimValue(name);
            if (value != null) {
                found.put(name, value);
            }
        }
        return Map.copyOf(found);
    }

    private static Set<String> strings(JwtClaims claims, String name) {
        Object value = claims.getClaimValue(name);
        Collection<?> all = value instanceof Collection<?> list ? list : value == null ? List.of() : List.of(value);
        Set<String> strings = new HashSet<>();
        for (Object element : all) {
            if (element instanceof String string) {
                strings.add(string);
            }
        }
        return Set.copyOf(strings);
    }

    private static @Nullable Long seconds(JwtClaims claims, String name) {
        try {
            NumericDate date = claims.getNumericDateClaimValue(name);
            return date == null ? null : date.getValue();
        } catch (MalformedClaimException e) {
            return null;
        }
    }
}
