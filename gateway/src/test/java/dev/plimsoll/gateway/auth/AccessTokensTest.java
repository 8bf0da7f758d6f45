package dev.plimsoll.gateway.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

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
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which access tokens of a reachable issuer are accepted, and why the others are refused. */
class AccessTokensTest {

    private static final String ROOT = "https://gate.example";
    private static final String PATH = "/mcp/files";

    private final SettableClock clock = new SettableClock();
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
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
                settings, clock, new Log(new PrintStream(said, true, StandardCharsets.UTF_8), LogSeverity.DEBUG));
    }

    private String claims() {
        return issuer.claims(ROOT + PATH, "plimsoll:read", clock.instant());
    }

    private AuthenticatedCaller caller(String token) throws NotAdmittedException {
        return tokens.authenticate(token, ROOT, PATH);
    }

    private NotAdmittedException refused(String token) {
        return catchThrowableOfType(NotAdmittedException.class, () -> caller(token));
    }

    private void invalid(String token, String words) {
        NotAdmittedException refused = refused(token);
        assertThat(refused).isNotNull().hasMessageContaining(words);
        assertThat(refused.reason()).isEqualTo(Reason.INVALID);
        assertThat(refused.getMessage() + refused.suggestion()).doesNotContain(token);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519"
            })
    void takesWhatTheIssuerSigned(String alg) throws Exception {
        SigningKey other = SigningKey.of("k", alg);
        issuer.rotateTo(key, other);
        AuthenticatedCaller authenticatedCaller = caller(other.token(claims()));
        assertThat(authenticatedCaller.subject()).isEqualTo("oauth " + issuer.url() + " alice");
        assertThat(authenticatedCaller.tier()).isEqualTo(Tier.READ);
        String token = other.token(claims());
        invalid(token.substring(0, token.length() - 8) + "AAAAAAAA", "signature");
    }

    @Test
    void rejectsUnsignedTokens() throws Exception {
        String body = SimulatedIssuer.encode(claims().getBytes(StandardCharsets.UTF_8));
        for (String alg : new String[] {"none", "None", "NONE", ""}) {
            String header = SimulatedIssuer.encode(("{\"alg\":\"" + alg + "\"}").getBytes(StandardCharsets.UTF_8));
            invalid(header + "." + body + ".", "signature algorithm");
            invalid(header + "." + body + ".AAAA", "signature algorithm");
        }
        invalid(
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
                        .encodeToString(rsa.open().getEncoded())
                + "\n-----END PUBLIC KEY-----\n";
        for (byte[] secret : new byte[][] {rsa.open().getEncoded(), pem.getBytes(StandardCharsets.US_ASCII)}) {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            byte[] code = mac.doFinal(signed.getBytes(StandardCharsets.US_ASCII));
            invalid(signed + "." + SimulatedIssuer.encode(code), "signature algorithm");
        }
    }

    @Test
    void rejectsKeyInsideToken() throws Exception {
        SigningKey foreign = SigningKey.of("one", "ES256");
        String header = "{\"alg\":\"ES256\",\"kid\":\"one\",\"jwk\":" + foreign.jwk() + ",\"jku\":\"" + issuer.url()
                + "/evil\"}";
        invalid(foreign.token(header, claims()), "signature of the access token is not valid");
    }

    @Test
    void usesKeyOnlyForItsAlgorithm() throws Exception {
        String header = "{\"alg\":\"RS256\",\"kid\":\"one\"}";
        invalid(key.token(header, claims()), "signature of the access token is not valid");
        SigningKey other = SigningKey.of("one", "ES384");
        invalid(
                other.token("{\"alg\":\"ES256\",\"kid\":\"one\"}", claims()),
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
        "exp, 'soon', never expires",
        "exp, 1, has expired",
        "nbf, 99999999999, not valid yet",
    })
    void takesNothingThatIsNotForUsNow(String claim, String value, String words) throws Exception {
        String plain = value.matches("\\d+") ? value : "\"" + value + "\"";
        String claims = claims().substring(0, claims().length() - 1) + ",\"" + claim + "\":" + plain + "}";
        invalid(key.token(claims), words);
    }

    @Test
    void toleratesOneMinuteOfClockSkew() throws Exception {
        long now = clock.instant().getEpochSecond();
        String late = claims().replaceFirst("\"exp\":\\d+", "\"exp\":" + (now - 59));
        String early = claims().replaceFirst("\"exp\"", "\"nbf\":" + (now + 60) + ",\"exp\"");
        assertThat(caller(key.token(late)).tier()).isEqualTo(Tier.READ);
        assertThat(caller(key.token(early)).tier()).isEqualTo(Tier.READ);
        clock.pass(Duration.ofSeconds(1));
        invalid(key.token(late), "has expired");
    }

    @Test
    void rejectsExpiredCachedToken() throws Exception {
        String token = key.token(claims());
        assertThat(caller(token)).isEqualTo(caller(token));
        clock.pass(Duration.ofSeconds(359));
        assertThat(caller(token).tier()).isEqualTo(Tier.READ);
        clock.pass(Duration.ofSeconds(1));
        invalid(token, "has expired");
        assertThat(issuer.fetchCount()).isEqualTo(1);
    }

    @Test
    void acceptsGatewayAudienceAtEveryPath() throws Exception {
        for (String audience : new String[] {ROOT, ROOT + "/", ROOT + "/mcp", ROOT + PATH + "/"}) {
            String claims = issuer.claims(audience, "plimsoll:read", clock.instant());
            assertThat(caller(key.token(claims)).tier()).as(audience).isEqualTo(Tier.READ);
        }
        String several = claims().replace("\"aud\":\"" + ROOT + PATH + "\"", "\"aud\":[\"x\",4,\"" + ROOT + "\"]");
        assertThat(caller(key.token(several)).tier()).isEqualTo(Tier.READ);
    }

    @Test
    void acceptsOnlyConfiguredAudience() throws Exception {
        tokens = tokens(issuer.settings("api://plimsoll"));
        invalid(key.token(claims()), "another audience");
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
    void scopesGiveTheTier(String scope, Tier tier) throws Exception {
        String token = key.token(issuer.claims(ROOT, scope, clock.instant()));
        if (tier != null) {
            assertThat(caller(token).tier()).isEqualTo(tier);
            String listed = token(scope);
            assertThat(caller(listed).tier()).isEqualTo(tier);
        } else {
            assertThat(refused(token).reason()).isEqualTo(Reason.NO_TIER);
        }
    }

    /** Creates a token with scopes in the format of some other issuers. */
    private String token(String scope) throws Exception {
        String list = "\"scp\":[\"" + scope.strip().replaceAll(" +", "\",\"") + "\"]";
        return key.token(issuer.claims(ROOT, scope, clock.instant()).replaceFirst("\"scope\":\"[^\"]*\"", list));
    }

    @Test
    void rejectsMalformedTokens() {
        for (String text : new String[] {"a.b.c", "..", "e30.e30.e30", "e30.!.e30", "W10.e30.AA", "eyJ4.eyJ4.AA"}) {
            NotAdmittedException refused = refused(text);
            assertThat(refused).as(text).isNotNull();
            assertThat(refused.reason()).isEqualTo(Reason.INVALID);
        }
        String deep = SimulatedIssuer.encode("[".repeat(100_000).getBytes(StandardCharsets.US_ASCII));
        invalid(deep + "." + deep + ".AA", "not an access token");
    }

    @Test
    void rejectsCriticalExtensions() throws Exception {
        String header = "{\"alg\":\"ES256\",\"kid\":\"one\",\"crit\":[\"b64\"],\"b64\":false}";
        invalid(key.token(header, claims()), "not an access token");
        invalid(
                key.token("{\"alg\":\"ES256\",\"kid\":\"one\",\"typ\":\"logout+jwt\"}", claims()),
                "not an access token");
    }
}
