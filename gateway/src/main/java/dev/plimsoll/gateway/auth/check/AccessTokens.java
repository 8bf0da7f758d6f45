package dev.plimsoll.gateway.auth.check;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.auth.NotAdmittedException;
import dev.plimsoll.gateway.config.model.OAuthConfig;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.policy.Tier;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Validates access tokens of one issuer: JSON Web Tokens that the issuer signed for the audience of Plimsoll, within
 * their lifetime.
 */
final class AccessTokens {

    /** Tolerance for clock differences. */
    private static final int SKEW_SECONDS = 60;

    private static final List<Tier> HIGHEST_FIRST = List.of(Tier.ADMIN, Tier.READ_WRITE, Tier.READ);

    private final OAuthConfig config;
    private final IssuerKeys keys;
    private final Set<String> claimNames;
    private final InstantSource clock;
    private final VerifiedTokenCache verifiedTokenCache = new VerifiedTokenCache();

    /** @param claimNames the claims that access rules read */
    AccessTokens(OAuthConfig config, IssuerKeys keys, Set<String> claimNames, InstantSource clock) {
        this.config = config;
        this.claimNames = Set.copyOf(claimNames);
        this.keys = keys;
        this.clock = clock;
    }

    static AccessTokens of(OAuthConfig config, Set<String> claimNames, InstantSource clock, Log log) {
        return new AccessTokens(config, new IssuerKeys(new IssuerKeyFetcher(config), clock, log), claimNames, clock);
    }

    /** Returns whether the token has three parts. */
    static boolean hasJwtForm(String token) {
        int firstDot = token.indexOf('.');
        int secondDot = token.indexOf('.', firstDot + 1);
        return firstDot > 0 && secondDot > firstDot + 1 && token.indexOf('.', secondDot + 1) < 0;
    }

    String issuer() {
        return config.issuer();
    }

    /** Returns the scopes that clients can request, beginning with the scopes of the lowest tier. */
    List<String> scopes() {
        List<String> scopes = new ArrayList<>();
        for (Tier tier : HIGHEST_FIRST.reversed()) {
            scopes.addAll(scopes(tier));
        }
        return scopes.stream().distinct().toList();
    }

    private List<String> scopes(Tier tier) {
        return config.scopes().getOrDefault(tier, List.of());
    }

    AuthenticatedCaller authenticate(String token, String rootUrl, String path) throws NotAdmittedException {
        Claims claims = verify(token);
        requireValidTime(claims);
        if (!hasOurAudience(claims, rootUrl, path)) {
            String expected = config.audience() == null ? rootUrl + path : config.audience();
            throw NotAdmittedException.invalid(
                    "the access token is for another audience", "ask the issuer for one with audience " + expected);
        }
        if (claims.subject() == null || claims.subject().isEmpty()) {
            throw NotAdmittedException.invalid("the access token names no subject", "it needs the claim sub");
        }
        return new AuthenticatedCaller(
                "oauth " + config.issuer() + " " + claims.subject(), highestTier(claims), "", claims.ruleClaims());
    }

    /** Returns the claims of a token after checking its signature. */
    private Claims verify(String token) throws NotAdmittedException {
        KeySet keySet = keys.current();
        Claims cachedClaims = verifiedTokenCache.find(token, keySet);
        if (cachedClaims != null) {
            return cachedClaims;
        }
        Jwt jwt = parse(token);
        Claims claims = Claims.from(jwt.claims(), claimNames);
        Algorithm algorithm = jwt.algorithm();
        if (algorithm == null) {
            throw NotAdmittedException.invalid(
                    "the signature algorithm of the access token is not accepted", "RS256, PS256, ES256 or EdDSA");
        }
        if (!config.issuer().equals(claims.issuer())) {
            throw NotAdmittedException.invalid(
                    "the access token is from another issuer", "get one from " + config.issuer());
        }
        List<IssuerKey> candidateKeys = keySet.keysFor(algorithm, jwt.kid());
        if (candidateKeys.isEmpty()) {
            keySet = keys.refresh(keySet);
            candidateKeys = keySet.keysFor(algorithm, jwt.kid());
        }
        for (IssuerKey key : candidateKeys) {
            if (jwt.isSignedWith(key.key())) {
                verifiedTokenCache.put(token, keySet, claims);
                return claims;
            }
        }
        throw NotAdmittedException.invalid(
                "the signature of the access token is not valid", "get a new one from " + config.issuer());
    }

    private static Jwt parse(String token) throws NotAdmittedException {
        try {
            return Jwt.parse(token);
        } catch (IllegalArgumentException e) {
            throw NotAdmittedException.invalid(
                    "this is not an access token", "send the token exactly as the issuer returned it");
        }
    }

    private void requireValidTime(Claims claims) throws NotAdmittedException {
        long nowSeconds = clock.instant().getEpochSecond();
        if (claims.expiresSeconds() == null) {
            throw NotAdmittedException.invalid("the access token never expires", "it needs the claim exp");
        }
        if (nowSeconds >= claims.expiresSeconds() + SKEW_SECONDS) {
            throw NotAdmittedException.invalid("the access token has expired", "refresh it");
        }
        if (claims.notBeforeSeconds() != null && nowSeconds < claims.notBeforeSeconds() - SKEW_SECONDS) {
            throw NotAdmittedException.invalid("the access token is not valid yet", "check the clocks");
        }
    }

    /**
     * Returns whether the token is for the configured audience. If none is configured, its audience must be the called
     * URL or a parent of that URL. So a token for the base URL of the gateway is valid for all endpoints.
     */
    private boolean hasOurAudience(Claims claims, String rootUrl, String path) {
        if (config.audience() != null) {
            return claims.audience().contains(config.audience());
        }
        String parent = path;
        while (!claims.audience().contains(rootUrl + parent)
                && !claims.audience().contains(rootUrl + parent + "/")) {
            if (parent.isEmpty()) {
                return false;
            }
            parent = parent.substring(0, Math.max(0, parent.lastIndexOf('/')));
        }
        return true;
    }

    private Tier highestTier(Claims claims) throws NotAdmittedException {
        for (Tier tier : HIGHEST_FIRST) {
            if (scopes(tier).stream().anyMatch(claims.scopes()::contains)) {
                return tier;
            }
        }
        if (config.defaultTier() == null) {
            throw NotAdmittedException.noTier(String.join(" ", scopes(Tier.READ)));
        }
        return config.defaultTier();
    }
}
