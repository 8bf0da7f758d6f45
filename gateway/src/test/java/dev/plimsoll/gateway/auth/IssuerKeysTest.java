package dev.plimsoll.gateway.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plimsoll.gateway.auth.NotAdmittedException.Reason;
import dev.plimsoll.gateway.config.model.OAuthConfig;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests when the keys of an issuer are requested, and what applies while it does not respond. */
class IssuerKeysTest {

    private static final String ROOT = "https://gate.example";

    private final SettableClock clock = new SettableClock();
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private SigningKey first;
    private SigningKey second;
    private SimulatedIssuer issuer;
    private AccessTokens tokens;

    @BeforeEach
    void begin() throws Exception {
        first = SigningKey.of("first", "EdDSA");
        second = SigningKey.of("second", "EdDSA");
        issuer = SimulatedIssuer.with(first);
        tokens = AccessTokens.of(issuer.settings(null), clock, log());
    }

    @AfterEach
    void end() {
        issuer.close();
    }

    private Log log() {
        return new Log(new PrintStream(said, true, StandardCharsets.UTF_8), LogSeverity.DEBUG);
    }

    private boolean takes(SigningKey key) throws Exception {
        return why(key) == null;
    }

    private @Nullable Reason why(SigningKey key) throws Exception {
        String token = key.token(issuer.claims(ROOT, "plimsoll:read", clock.instant()));
        NotAdmittedException refused =
                catchThrowableOfType(NotAdmittedException.class, () -> tokens.authenticate(token, ROOT, ""));
        return refused == null ? null : refused.reason();
    }

    @Test
    void acceptsNewKeyAtOnce() throws Exception {
        assertThat(takes(first)).isTrue();
        issuer.rotateTo(first, second);
        clock.pass(Duration.ofSeconds(30));
        assertThat(takes(second)).isTrue();
        assertThat(issuer.fetchCount()).isEqualTo(2);
    }

    @Test
    void limitsFetchesForUnknownKeys() throws Exception {
        assertThat(takes(first)).isTrue();
        for (int i = 0; i < 50; i++) {
            assertThat(why(second)).isEqualTo(Reason.INVALID);
        }
        assertThat(issuer.fetchCount()).isEqualTo(1);
        clock.pass(Duration.ofSeconds(30));
        for (int i = 0; i < 50; i++) {
            assertThat(why(second)).isEqualTo(Reason.INVALID);
        }
        assertThat(issuer.fetchCount()).isEqualTo(2);
    }

    @Test
    void dropsRevokedKeyAfterRefresh() throws Exception {
        String token =
                first.token(issuer.claims(ROOT, "plimsoll:read", clock.instant().plusSeconds(3600)));
        assertThat(tokens.authenticate(token, ROOT, "")).isNotNull();
        issuer.rotateTo(second);
        clock.pass(Duration.ofMinutes(10));
        assertThatThrownBy(() -> tokens.authenticate(token, ROOT, ""))
                .hasMessageContaining("signature of the access token is not valid");
    }

    @Test
    void usesLastKeysForOneDay() throws Exception {
        assertThat(takes(first)).isTrue();
        issuer.setStatus(500);
        clock.pass(Duration.ofHours(23));
        assertThat(takes(first)).isTrue();
        assertThat(said.toString(StandardCharsets.UTF_8))
                .contains("are not available")
                .contains("500");
        clock.pass(Duration.ofHours(1));
        assertThat(why(first)).isEqualTo(Reason.NOT_VERIFIABLE);
        issuer.setStatus(200);
        clock.pass(Duration.ofSeconds(30));
        assertThat(takes(first)).isTrue();
    }

    @Test
    void reportsUnavailableIssuer() throws Exception {
        issuer.setStatus(503);
        assertThat(why(first)).isEqualTo(Reason.NOT_VERIFIABLE);
        issuer.setStatus(200);
        assertThat(why(first)).isEqualTo(Reason.NOT_VERIFIABLE);
        clock.pass(Duration.ofSeconds(30));
        assertThat(takes(first)).isTrue();
    }

    @Test
    void findsMetadataOfIssuerWithPath() throws Exception {
        try (SimulatedIssuer below = SimulatedIssuer.below("/realms/main", first)) {
            assertThat(new TokenIssuer(below.settings(null)).fetch()).hasSize(1);
        }
    }

    @Test
    void rejectsMetadataOfAnotherIssuer() {
        issuer.setIssuer("https://evil.example");
        assertThatThrownBy(() -> new TokenIssuer(issuer.settings(null)).fetch())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("another issuer");
    }

    @Test
    void readsKeysFromConfiguredUrl() throws Exception {
        issuer.setIssuer("https://evil.example");
        OAuthConfig settings =
                new OAuthConfig("https://login.example", null, URI.create(issuer.url() + "/keys"), Map.of(), null);
        assertThat(new TokenIssuer(settings).fetch()).hasSize(1);
    }

    @Test
    void timesOutOnSilentIssuer() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            String url = "http://127.0.0.1:" + silent.getLocalPort();
            OAuthConfig settings = new OAuthConfig(url, null, null, Map.of(), null);
            assertThatThrownBy(() -> new TokenIssuer(settings, Duration.ofMillis(200)).fetch())
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void skipsWeakAndUnsupportedKeys() {
        String set = "{\"keys\":[1,{},{\"kty\":\"oct\",\"k\":\"AAAA\"},{\"kty\":\"RSA\",\"n\":\"AQAB\",\"e\":\"AQAB\"},"
                + "{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"AQ\"},"
                + "{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"" + "A_".repeat(30) + "\",\"y\":\"AQ\"},"
                + first.jwk().replace("sig", "enc") + ","
                + first.jwk() + "]}";
        List<IssuerKey> keys = IssuerKey.parseSet(set.getBytes(StandardCharsets.UTF_8));
        assertThat(keys).singleElement().extracting(IssuerKey::kid).isEqualTo("first");
        assertThatThrownBy(() -> IssuerKey.parseSet("[]".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
