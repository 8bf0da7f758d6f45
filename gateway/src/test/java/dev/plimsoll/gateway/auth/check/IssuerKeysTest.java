package dev.plimsoll.gateway.auth.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plimsoll.gateway.auth.NotAdmittedException;
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
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests when the gateway requests the keys of an issuer, and which keys it uses while the issuer does not respond. */
class IssuerKeysTest {

    private static final String GATEWAY_URL = "https://gate.example";

    private final SettableClock clock = new SettableClock();
    private final ByteArrayOutputStream logBytes = new ByteArrayOutputStream();
    private SigningKey firstKey;
    private SigningKey secondKey;
    private SimulatedIssuer issuer;
    private AccessTokens tokens;

    @BeforeEach
    void begin() throws Exception {
        firstKey = SigningKey.of("first", "EdDSA");
        secondKey = SigningKey.of("second", "EdDSA");
        issuer = SimulatedIssuer.with(firstKey);
        tokens = AccessTokens.of(issuer.settings(null), Set.of(), clock, log());
    }

    @AfterEach
    void end() {
        issuer.close();
    }

    private Log log() {
        return new Log(new PrintStream(logBytes, true, StandardCharsets.UTF_8), LogSeverity.DEBUG);
    }

    private boolean accepts(SigningKey key) throws Exception {
        return refusalReason(key) == null;
    }

    private @Nullable Reason refusalReason(SigningKey key) throws Exception {
        String token = key.token(issuer.claims(GATEWAY_URL, "plimsoll:read", clock.instant()));
        NotAdmittedException refusal =
                catchThrowableOfType(NotAdmittedException.class, () -> tokens.authenticate(token, GATEWAY_URL, ""));
        return refusal == null ? null : refusal.reason();
    }

    @Test
    void acceptsNewKeyImmediately() throws Exception {
        assertThat(accepts(firstKey)).isTrue();
        issuer.rotateTo(firstKey, secondKey);
        clock.advance(Duration.ofSeconds(30));
        assertThat(accepts(secondKey)).isTrue();
        assertThat(issuer.fetchCount()).isEqualTo(2);
    }

    @Test
    void limitsFetchesForUnknownKeys() throws Exception {
        assertThat(accepts(firstKey)).isTrue();
        for (int i = 0; i < 50; i++) {
            assertThat(refusalReason(secondKey)).isEqualTo(Reason.INVALID);
        }
        assertThat(issuer.fetchCount()).isEqualTo(1);
        clock.advance(Duration.ofSeconds(30));
        for (int i = 0; i < 50; i++) {
            assertThat(refusalReason(secondKey)).isEqualTo(Reason.INVALID);
        }
        assertThat(issuer.fetchCount()).isEqualTo(2);
    }

    @Test
    void dropsRevokedKeyAfterRefresh() throws Exception {
        String token = firstKey.token(
                issuer.claims(GATEWAY_URL, "plimsoll:read", clock.instant().plusSeconds(3600)));
        assertThat(tokens.authenticate(token, GATEWAY_URL, "")).isNotNull();
        issuer.rotateTo(secondKey);
        clock.advance(Duration.ofMinutes(10));
        assertThatThrownBy(() -> tokens.authenticate(token, GATEWAY_URL, ""))
                .hasMessageContaining("signature of the access token is not valid");
    }

    @Test
    void usesLastKeysForOneDay() throws Exception {
        assertThat(accepts(firstKey)).isTrue();
        issuer.setStatus(500);
        clock.advance(Duration.ofHours(23));
        assertThat(accepts(firstKey)).isTrue();
        assertThat(logBytes.toString(StandardCharsets.UTF_8))
                .contains("are not available")
                .contains("500");
        clock.advance(Duration.ofHours(1));
        assertThat(refusalReason(firstKey)).isEqualTo(Reason.NOT_VERIFIABLE);
        issuer.setStatus(200);
        clock.advance(Duration.ofSeconds(30));
        assertThat(accepts(firstKey)).isTrue();
    }

    @Test
    void reportsUnavailableIssuer() throws Exception {
        issuer.setStatus(503);
        assertThat(refusalReason(firstKey)).isEqualTo(Reason.NOT_VERIFIABLE);
        issuer.setStatus(200);
        assertThat(refusalReason(firstKey)).isEqualTo(Reason.NOT_VERIFIABLE);
        clock.advance(Duration.ofSeconds(30));
        assertThat(accepts(firstKey)).isTrue();
    }

    @Test
    void findsMetadataOfIssuerWithPath() throws Exception {
        try (SimulatedIssuer issuerWithPath = SimulatedIssuer.below("/realms/main", firstKey)) {
            assertThat(new IssuerKeyFetcher(issuerWithPath.settings(null)).fetch())
                    .hasSize(1);
        }
    }

    @Test
    void rejectsMetadataOfAnotherIssuer() {
        issuer.setIssuer("https://evil.example");
        assertThatThrownBy(() -> new IssuerKeyFetcher(issuer.settings(null)).fetch())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("another issuer");
    }

    @Test
    void readsKeysFromConfiguredUrl() throws Exception {
        issuer.setIssuer("https://evil.example");
        OAuthConfig settings =
                new OAuthConfig("https://login.example", null, URI.create(issuer.url() + "/keys"), Map.of(), null);
        assertThat(new IssuerKeyFetcher(settings).fetch()).hasSize(1);
    }

    @Test
    void timesOutOnSilentIssuer() throws Exception {
        try (ServerSocket silentServer = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            String url = "http://127.0.0.1:" + silentServer.getLocalPort();
            OAuthConfig settings = new OAuthConfig(url, null, null, Map.of(), null);
            assertThatThrownBy(() -> new IssuerKeyFetcher(settings, Duration.ofMillis(200)).fetch())
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void skipsWeakAndUnsupportedKeys() {
        String set = "{\"keys\":[1,{},{\"kty\":\"oct\",\"k\":\"AAAA\"},{\"kty\":\"RSA\",\"n\":\"AQAB\",\"e\":\"AQAB\"},"
                + "{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"AQ\"},"
                + "{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"" + "A_".repeat(30) + "\",\"y\":\"AQ\"},"
                + firstKey.jwk().replace("sig", "enc") + ","
                + firstKey.jwk() + "]}";
        List<IssuerKey> keys = IssuerKey.parseSet(set.getBytes(StandardCharsets.UTF_8));
        assertThat(keys).singleElement().extracting(IssuerKey::kid).isEqualTo("first");
        assertThatThrownBy(() -> IssuerKey.parseSet("[]".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
