package dev.plimsoll.gateway.auth.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.auth.NotAdmittedException;
import dev.plimsoll.gateway.auth.NotAdmittedException.Reason;
import dev.plimsoll.gateway.config.model.OAuthConfig;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.policy.Tier;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which access tokens are accepted while the issuer is reachable, and why other tokens are refused. */
class AccessTokensTest {

    private static final String GATEWAY_URL = "https://gate.example";
    private static final String PATH = "/mcp/files";

    private final SettableClock clock = new SettableClock();
    private final ByteArrayOutputStream logBytes = new ByteArrayOutputStream();
    private SigningKey key;
    private SimulatedIssuer issuer;
    private AccessTokens tokens;

    @BeforeEach
    void begin() throws Exception {
        key = SigningKey.of("one", "ES256");
        issuer = SimulatedIssuer.with(key);
        tokens = tokens(issuer.settings(null));
    }

    @AfterEach
    void end() {
        issuer.close();
    }

    private AccessTokens tokens(OAuthConfig settings) {
        return AccessTokens.of(
                settings,
                Set.of(),
                clock,
                new Log(new PrintStream(logBytes, true, StandardCharsets.UTF_8), LogSeverity.DEBUG));
    }

    private String claims() {
        return issuer.claims(GATEWAY_URL + PATH, "plimsoll:read", clock.instant());
    }

    private AuthenticatedCaller caller(String token) throws NotAdmittedException {
        return tokens.authenticate(token, GATEWAY_URL, PATH);
    }

    private NotAdmittedException refusal(String token) {
        return catchThrowableOfType(NotAdmittedException.class, () -> caller(token));
    }

    private void assertInvalid(String token, String expected) {
        NotAdmittedException refusal = refusal(token);
        assertThat(refusal).isNotNull().hasMessageContaining(expected);
        assertThat(refusal.reason()).isEqualTo(Reason.INVALID);
        assertThat(refusal.getMessage() + refusal.suggestion()).doesNotContain(token);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519"
            })
    void acceptsTokensSignedByTheIssuer(String alg) throws Exception {
        SigningKey otherKey = SigningKey.of("k", alg);
        issuer.rotateTo(key, otherKey);
        AuthenticatedCaller authenticatedCaller = caller(otherKey.token(claims()));
        assertThat(authenticatedCaller.subject()).isEqualTo("oauth " + issuer.url() + " alice");
        assertThat(authenticatedCaller.tier()).isEqualTo(Tier.READ);
        String token = otherKey.token(claims());
        assertInvalid(token.substring(0, token.length() - 8) + "AAAAAAAA", "signature");
    }

    @Test
    void rejectsUnsignedTokens() throws Exception {
        String body = SimulatedIssuer.encode(claims().getBytes(StandardCharsets.UTF_8));
        for (String alg : new String[] {"none", "None", "NONE", ""}) {
            String header = SimulatedIssuer.encode(("{\"alg\":\"" + alg + "\"}").getBytes(StandardCharsets.UTF_8));
            assertInvalid(header + "." + body + ".", "signature algorithm");
            assertInvalid(header + "." + body + ".AAAA", "signature algorithm");
        }
        assertInvalid(
                SimulatedIssuer.encode("{}".getBytes(StandardCharsets.UTF_8)) + "." + body + ".",
                "signature algorithm");
    }

    @Test
    void rejectsPublicKeyAsSharedSecret() throws Exception {
        SigningKey rsa = SigningKey.of("rsa", "RS256");
        issuer.rotateTo(rsa);
        String signed = SimulatedIssuer.encode("{\"alg\":\"HS256\",\"kid\":\"rsa\"}".getBytes(StandardCharsets.UTF_8))
                + "." + SimulatedIssuer.encode(claims().getBytes(StandardCharsets.UTF_8));
        String pem = "-----BEGIN PUBLIC KEY-----\n"
                + Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                        .encodeToString(rsa.publicKey().getEncoded())
                + "\n-----END PUBLIC KEY-----\n";
        for (byte[] secret : new byte[][] {rsa.publicKey().getEncoded(), pem.getBytes(StandardCharsets.US_ASCII)}) {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            byte[] code = mac.doFinal(signed.getBytes(StandardCharsets.US_ASCII));
            assertInvalid(signed + "." + SimulatedIssuer.encode(code), "signature algorithm");
        }
    }

    @Test
    void rejectsKeyInsideToken() throws Exception {
        SigningKey keyOfAnotherIssuer = SigningKey.of("one", "ES256");
        String header = "{\"alg\":\"ES256\",\"kid\":\"one\",\"jwk\":" + keyOfAnotherIssuer.jwk() + ",\"jku\":\""
                + issuer.url() + "/evil\"}";
        assertInvalid(keyOfAnotherIssuer.token(header, claims()), "signature of the access token is not valid");
    }

    @Test
    void usesKeyOnlyForItsAlgorithm() throws Exception {
        String header = "{\"alg\":\"RS256\",\"kid\":\"one\"}";
        assertInvalid(key.token(header, claims()), "signature of the access token is not valid");
        SigningKey otherKey = SigningKey.of("one", "ES384");
        assertInvalid(
                otherKey.token("{\"alg\":\"ES256\",\"kid\":\"one\"}", claims()),
                "signature of the access token is not valid");
    }

    @ParameterizedTest
    @CsvSource({
        "iss, 'https://other.example', from another issuer",
        "iss, 7, from another issuer",
        "aud, 'https://gate.example/mcp/other', another audience",
        "aud, 'https://gate.example/mc', another audience",
        "aud, 'https://gate.example.evil.example', another audience",
        "aud, '', another audience",
        "sub, '', names no subject",
        "sub, 5, names no subject",
        "exp, 'soon', claim exp of the access token is not a number",
        "exp, 1, has expired",
        "nbf, 99999999999, not valid yet",
        "nbf, '99999999999s', claim nbf of the access token is not a number",
        "iat, 'today', claim iat of the access token is not a number",
    })
    void rejectsTokensWithInvalidClaims(String claim, String value, String expected) throws Exception {
        String json = value.matches("\\d+") ? value : "\"" + value + "\"";
        String remainingClaims = claims().replaceFirst("\"" + claim + "\":(\"[^\"]*\"|\\d+),?", "")
                .replace(",}", "}");
        String claims = remainingClaims.substring(0, remainingClaims.length() - 1) + ",\"" + claim + "\":" + json + "}";
        assertInvalid(key.token(claims), expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "true", "[1]", "{}", "\"1\""})
    void rejectsBeginningsThatAreNotNumbers(String json) throws Exception {
        String claims = claims();
        assertInvalid(
                key.token(claims.substring(0, claims.length() - 1) + ",\"nbf\":" + json + "}"),
                "claim nbf of the access token is not a number");
    }

    @Test
    void rejectsTokensWithoutAnEnd() throws Exception {
        assertInvalid(key.token(claims().replaceFirst(",\"exp\":\\d+", "")), "never expires");
    }

    @Test
    void rejectsRepeatedMembers() throws Exception {
        String claims = claims();
        String twoSubjects = claims.substring(0, claims.length() - 1) + ",\"sub\":\"mallory\"}";
        assertInvalid(key.token(twoSubjects), "not an access token");
        assertInvalid(key.token("{\"alg\":\"none\",\"alg\":\"ES256\",\"kid\":\"one\"}", claims), "not an access token");
    }

    @Test
    void rejectsCharactersOutsideBase64() throws Exception {
        String token = key.token(claims());
        assertThat(caller(token).tier()).isEqualTo(Tier.READ);
        for (String addedCharacter : new String[] {"=", "!", "*", "+", "/"}) {
            assertInvalid(token + addedCharacter, "not an access token");
        }
    }

    @Test
    void rejectsSignaturesOfZeros() throws Exception {
        for (int length : new int[] {1, 8, 64, 96, 132}) {
            String token = key.token(claims());
            String unsigned = token.substring(0, token.lastIndexOf('.') + 1);
            assertInvalid(unsigned + SimulatedIssuer.encode(new byte[length]), "signature of the access token");
        }
    }

    @Test
    void rejectsEncryptedAndSharedSecretTokens() throws Exception {
        for (String alg :
                new String[] {"HS256", "HS512", "ES256K", "RSA-OAEP-256", "dir", "A256KW", "PBES2-HS256+A128KW"}) {
            String header = "{\"alg\":\"" + alg + "\",\"enc\":\"A128GCM\",\"kid\":\"one\"}";
            assertInvalid(key.token(header, claims()), "signature algorithm");
        }
    }

    @Test
    void toleratesOneMinuteOfClockSkew() throws Exception {
        long now = clock.instant().getEpochSecond();
        String claimsExpiredForLessThanAMinute = claims().replaceFirst("\"exp\":\\d+", "\"exp\":" + (now - 59));
        String claimsValidInAMinute = claims().replaceFirst("\"exp\"", "\"nbf\":" + (now + 60) + ",\"exp\"");
        assertThat(caller(key.token(claimsExpiredForLessThanAMinute)).tier()).isEqualTo(Tier.READ);
        assertThat(caller(key.token(claimsValidInAMinute)).tier()).isEqualTo(Tier.READ);
        clock.advance(Duration.ofSeconds(1));
        assertInvalid(key.token(claimsExpiredForLessThanAMinute), "has expired");
    }

    @Test
    void rejectsExpiredCachedToken() throws Exception {
        String token = key.token(claims());
        assertThat(caller(token)).isEqualTo(caller(token));
        clock.advance(Duration.ofSeconds(359));
        assertThat(caller(token).tier()).isEqualTo(Tier.READ);
        clock.advance(Duration.ofSeconds(1));
        assertInvalid(token, "has expired");
        assertThat(issuer.fetchCount()).isEqualTo(1);
    }

    @Test
    void acceptsGatewayAudienceAtEveryPath() throws Exception {
        for (String audience :
                new String[] {GATEWAY_URL, GATEWAY_URL + "/", GATEWAY_URL + "/mcp", GATEWAY_URL + PATH + "/"}) {
            String claims = issuer.claims(audience, "plimsoll:read", clock.instant());
            assertThat(caller(key.token(claims)).tier()).as(audience).isEqualTo(Tier.READ);
        }
        String claimsWithSeveralAudiences =
                claims().replace("\"aud\":\"" + GATEWAY_URL + PATH + "\"", "\"aud\":[\"x\",4,\"" + GATEWAY_URL + "\"]");
        assertThat(caller(key.token(claimsWithSeveralAudiences)).tier()).isEqualTo(Tier.READ);
    }

    @Test
    void acceptsOnlyConfiguredAudience() throws Exception {
        tokens = tokens(issuer.settings("api://plimsoll"));
        assertInvalid(key.token(claims()), "another audience");
        String claims = issuer.claims("api://plimsoll", "plimsoll:read", clock.instant());
        assertThat(caller(key.token(claims)).tier()).isEqualTo(Tier.READ);
    }

    @ParameterizedTest
    @CsvSource({
        "plimsoll:read, READ",
        "openid plimsoll:read_write plimsoll:read, READ_WRITE",
        "'  root  profile', ADMIN",
        "plimsoll:readonly, ",
        "PLIMSOLL:READ, ",
        "'', ",
    })
    void scopesDetermineTheTier(String scope, Tier tier) throws Exception {
        String token = key.token(issuer.claims(GATEWAY_URL, scope, clock.instant()));
        if (tier != null) {
            assertThat(caller(token).tier()).isEqualTo(tier);
            String tokenWithScopeList = tokenWithScopeList(scope);
            assertThat(caller(tokenWithScopeList).tier()).isEqualTo(tier);
        } else {
            assertThat(refusal(token).reason()).isEqualTo(Reason.NO_TIER);
        }
    }

    /** Creates a token whose scopes are a list under {@code scp}, as some issuers write them. */
    private String tokenWithScopeList(String scope) throws Exception {
        String list = "\"scp\":[\"" + scope.strip().replaceAll(" +", "\",\"") + "\"]";
        return key.token(issuer.claims(GATEWAY_URL, scope, clock.instant()).replaceFirst("\"scope\":\"[^\"]*\"", list));
    }

    @Test
    void rejectsMalformedTokens() {
        for (String token : new String[] {"a.b.c", "..", "e30.e30.e30", "e30.!.e30", "W10.e30.AA", "eyJ4.eyJ4.AA"}) {
            NotAdmittedException refusal = refusal(token);
            assertThat(refusal).as(token).isNotNull();
            assertThat(refusal.reason()).isEqualTo(Reason.INVALID);
        }
        String deepJson = SimulatedIssuer.encode("[".repeat(100_000).getBytes(StandardCharsets.US_ASCII));
        assertInvalid(deepJson + "." + deepJson + ".AA", "not an access token");
    }

    @Test
    void rejectsCriticalExtensions() throws Exception {
        String header = "{\"alg\":\"ES256\",\"kid\":\"one\",\"crit\":[\"b64\"],\"b64\":false}";
        assertInvalid(key.token(header, claims()), "not an access token");
        assertInvalid(
                key.token("{\"alg\":\"ES256\",\"kid\":\"one\",\"typ\":\"logout+jwt\"}", claims()),
                "not an access token");
    }
}
