package dev.plimsoll.gateway.auth.check;

import dev.plimsoll.gateway.auth.NotAdmittedException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jose4j.jwt.JwtClaims;
import org.jspecify.annotations.Nullable;

/**
 * The claims of an access token that Plimsoll reads.
 *
 * @param expiresSeconds end of the token's lifetime, in seconds since 1970; null if missing
 * @param notBeforeSeconds beginning of the token's lifetime, in seconds since 1970; null if missing
 * @param ruleClaims the claims that access rules read
 */
record Claims(
        @Nullable String issuer,
        @Nullable String subject,
        Set<String> audience,
        @Nullable Long expiresSeconds,
        @Nullable Long notBeforeSeconds,
        Set<String> scopes,
        Map<String, Object> ruleClaims) {

    /**
     * Reads claims. A text or list of an unexpected type counts as missing.
     *
     * @throws NotAdmittedException if a time is not a number
     */
    static Claims from(JwtClaims claims, Set<String> namesInRules) throws NotAdmittedException {
        var _ = findSeconds(claims, "iat");
        Set<String> scopes = new HashSet<>();
        for (String text : findStrings(claims, "scope")) {
            scopes.addAll(List.of(text.strip().split(" +")));
        }
        // some issuers use "scp" in place of "scope", as a text or as a list
        for (String text : findStrings(claims, "scp")) {
            scopes.addAll(List.of(text.strip().split(" +")));
        }
        scopes.remove("");
        return new Claims(
                claims.getClaimValue("iss") instanceof String issuer ? issuer : null,
                claims.getClaimValue("sub") instanceof String subject ? subject : null,
                findStrings(claims, "aud"),
                findSeconds(claims, "exp"),
                findSeconds(claims, "nbf"),
                Set.copyOf(scopes),
                findRuleClaims(claims, namesInRules));
    }

    private static Map<String, Object> findRuleClaims(JwtClaims claims, Set<String> names) {
        Map<String, Object> ruleClaims = new HashMap<>();
        for (String name : names) {
            Object value = claims.getClaimValue(name);
            if (value != null) {
                ruleClaims.put(name, value);
            }
        }
        return Map.copyOf(ruleClaims);
    }

    private static Set<String> findStrings(JwtClaims claims, String name) {
        Object value = claims.getClaimValue(name);
        Collection<?> elements =
                value instanceof Collection<?> list ? list : value == null ? List.of() : List.of(value);
        Set<String> strings = new HashSet<>();
        for (Object element : elements) {
            if (element instanceof String string) {
                strings.add(string);
            }
        }
        return Set.copyOf(strings);
    }

    /** Returns a time; null if it is missing. The token may be without {@code nbf}, so a wrong type is an error. */
    private static @Nullable Long findSeconds(JwtClaims claims, String name) throws NotAdmittedException {
        if (!claims.getClaimsMap().containsKey(name)) {
            return null;
        }
        if (claims.getClaimValue(name) instanceof Number seconds) {
            return seconds.longValue();
        }
        throw NotAdmittedException.invalid(
                "the claim " + name + " of the access token is not a number", "it must be in seconds since 1970");
    }
}
