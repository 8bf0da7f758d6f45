package dev.plimsoll.gateway.http.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.access.AccessRules;
import dev.plimsoll.gateway.auth.check.IdentificationFactory;
import dev.plimsoll.gateway.auth.check.NewToken;
import dev.plimsoll.gateway.auth.check.SigningKey;
import dev.plimsoll.gateway.auth.check.SimulatedIssuer;
import dev.plimsoll.gateway.config.model.AccessConfig;
import dev.plimsoll.gateway.config.model.CallerToken;
import dev.plimsoll.gateway.config.model.NetworkConfig;
import dev.plimsoll.gateway.config.model.TrafficConfig;
import dev.plimsoll.gateway.http.HttpServerFixture;
import dev.plimsoll.gateway.http.jetty.ListenAddress;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.policy.Tier;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests the authentication of callers over real sockets. */
class AuthenticatorTest {

    private static final int MAX_EXTRA_ATTEMPTS = 20;

    private static final String METADATA = "/.well-known/oauth-protected-resource";

    private final NewToken alice = NewToken.from(new SplittableRandom(1));
    private final NewToken bob = NewToken.from(new SplittableRandom(2));
    private final ByteArrayOutputStream logBytes = new ByteArrayOutputStream();

    private HttpServerFixture startServer(@Nullable SimulatedIssuer issuer, @Nullable URI publicUrl) throws Exception {
        return startServer(issuer, publicUrl, List.of());
    }

    private HttpServerFixture startServer(
            @Nullable SimulatedIssuer issuer, @Nullable URI publicUrl, List<NetworkConfig> proxies) throws Exception {
        AccessConfig accessConfig = new AccessConfig(
                List.of(
                        new CallerToken("alice", alice.hash(), Tier.ADMIN, null),
                        new CallerToken("bob", bob.hash(), Tier.READ, null)),
                issuer == null ? null : issuer.settings(null),
                null,
                publicUrl,
                TrafficConfig.defaults(),
                AccessRules.NONE);
        Log log = new Log(new PrintStream(logBytes, true, StandardCharsets.UTF_8), LogSeverity.DEBUG);
        ListenAddress listenAddress = new ListenAddress(
                "127.0.0.1", 0, List.of(), publicUrl, null, 1000, proxies, ListenAddress.DEFAULT_READ_TIMEOUT);
        return HttpServerFixture.withIdentification(
                listenAddress, IdentificationFactory.create(accessConfig, InstantSource.system(), log));
    }

    private static HttpResponse<String> initialize(HttpServerFixture httpServer, @Nullable String token)
            throws Exception {
        HttpRequest.Builder request =
                httpServer.request(null).POST(BodyPublishers.ofString(HttpServerFixture.INITIALIZE));
        return httpServer.send(token == null ? request : request.header("Authorization", "Bearer " + token));
    }

    private static String challenge(HttpResponse<String> answer) {
        return answer.headers().firstValue("WWW-Authenticate").orElse("none");
    }

    private static HttpResponse<String> get(HttpServerFixture httpServer, String path) throws Exception {
        return httpServer.send(HttpRequest.newBuilder(httpServer.address().resolve(path)));
    }

    private static int guessToken(HttpServerFixture httpServer, String from) throws Exception {
        return httpServer
                .send(httpServer
                        .request(null)
                        .POST(BodyPublishers.ofString(HttpServerFixture.INITIALIZE))
                        .header("X-Forwarded-For", from)
                        .header("Authorization", "Bearer plm_wrong"))
                .statusCode();
    }

    /**
     * Sends further invalid tokens until one is refused with another status than 401. The limit allows a further attempt every
     * few seconds, so a slow machine may get more attempts.
     */
    private int guessUntilRefused(HttpServerFixture httpServer, String from) throws Exception {
        int status = guessToken(httpServer, from);
        for (int i = 0; status == 401 && i < MAX_EXTRA_ATTEMPTS; i++) {
            status = guessToken(httpServer, from);
        }
        return status;
    }

    @Test
    void limitsGuessingCallerBehindTrustedProxy() throws Exception {
        NetworkConfig loopback = Objects.requireNonNull(NetworkConfig.parse("127.0.0.0/8"));
        try (HttpServerFixture httpServer = startServer(null, null, List.of(loopback))) {
            for (int i = 0; i < 20; i++) {
                assertThat(guessToken(httpServer, "198.51.100." + i + ", 192.0.2.1"))
                        .isEqualTo(401);
            }
            assertThat(guessUntilRefused(httpServer, "192.0.2.1")).isEqualTo(429);
            assertThat(guessToken(httpServer, "192.0.2.2")).isEqualTo(401);
            assertThat(logBytes.toString(StandardCharsets.UTF_8))
                    .contains("192.0.2.1")
                    .doesNotContain("198.51.100");
        }
    }

    @Test
    void ignoresForwardedHeadersOfUntrustedClients() throws Exception {
        try (HttpServerFixture httpServer = startServer(null, null)) {
            for (int i = 0; i < 20; i++) {
                assertThat(guessToken(httpServer, "192.0.2." + i)).isEqualTo(401);
            }
            assertThat(guessUntilRefused(httpServer, "192.0.2.99")).isEqualTo(429);
        }
    }

    @Test
    void rejectsRequestsWithoutToken() throws Exception {
        try (HttpServerFixture httpServer = startServer(null, null)) {
            HttpResponse<String> withoutToken = initialize(httpServer, null);
            assertThat(withoutToken.statusCode()).isEqualTo(401);
            assertThat(withoutToken.body()).contains("UNAUTHORIZED").contains("suggestion");
            assertThat(challenge(withoutToken)).isEqualTo("Bearer realm=\"plimsoll\"");
            HttpResponse<String> withWrongToken = initialize(httpServer, "plm_wrong");
            assertThat(withWrongToken.statusCode()).isEqualTo(401);
            assertThat(challenge(withWrongToken))
                    .contains("error=\"invalid_token\"")
                    .doesNotContain("resource_metadata");
            for (String method : List.of("GET", "DELETE", "PUT")) {
                assertThat(httpServer
                                .send(httpServer.request("x").method(method, BodyPublishers.noBody()))
                                .statusCode())
                        .isEqualTo(401);
            }
            assertThat(initialize(httpServer, alice.text()).statusCode()).isEqualTo(200);
            assertThat(get(httpServer, METADATA).statusCode()).isEqualTo(404);
            assertThat(httpServer.logText() + logBytes.toString(StandardCharsets.UTF_8))
                    .doesNotContain("plm_wrong")
                    .doesNotContain(alice.text());
        }
    }

    @Test
    void hidesPathsFromUnauthenticatedCallers() throws Exception {
        try (HttpServerFixture httpServer = startServer(null, null)) {
            assertThat(get(httpServer, "/mcp/nothing").statusCode()).isEqualTo(401);
            assertThat(get(httpServer, "/").statusCode()).isEqualTo(401);
        }
    }

    @Test
    void rejectsSessionOfAnotherCaller() throws Exception {
        try (HttpServerFixture httpServer = startServer(null, null)) {
            String session = initialize(httpServer, alice.text())
                    .headers()
                    .firstValue("Mcp-Session-Id")
                    .orElseThrow();
            for (String token : List.of(alice.text(), bob.text())) {
                HttpResponse<String> answer = httpServer.send(httpServer
                        .request(session)
                        .header("Authorization", "Bearer " + token)
                        .POST(BodyPublishers.ofString(
                                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}")));
                assertThat(answer.statusCode()).isEqualTo(token.equals(alice.text()) ? 202 : 404);
            }
        }
    }

    @Test
    void rejectsTokenInUrl() throws Exception {
        try (HttpServerFixture httpServer = startServer(null, null)) {
            for (String query : List.of("?access_token=" + alice.text(), "?a=b&access_token=x")) {
                HttpResponse<String> answer =
                        httpServer.send(HttpRequest.newBuilder(URI.create(httpServer.address() + query))
                                .header("Authorization", "Bearer " + alice.text())
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString(HttpServerFixture.INITIALIZE)));
                assertThat(answer.statusCode()).isEqualTo(400);
                assertThat(answer.body()).doesNotContain(alice.text());
                assertThat(challenge(answer)).contains("invalid_request");
            }
        }
    }

    @Test
    void limitsGuessingCaller() throws Exception {
        try (HttpServerFixture httpServer = startServer(null, null)) {
            for (int i = 0; i < 20; i++) {
                assertThat(initialize(httpServer, "plm_" + i).statusCode()).isEqualTo(401);
            }
            HttpResponse<String> refused = initialize(httpServer, "plm_x");
            for (int i = 0; refused.statusCode() == 401 && i < MAX_EXTRA_ATTEMPTS; i++) {
                refused = initialize(httpServer, "plm_x");
            }
            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.body()).contains("RATE_LIMITED");
            assertThat(refused.headers().firstValueAsLong("Retry-After").orElse(0))
                    .isBetween(1L, 5L);
        }
    }

    @Test
    void announcesIssuerAndAcceptsItsAccessTokens() throws Exception {
        SigningKey key = SigningKey.of("k", "ES256");
        try (SimulatedIssuer issuer = SimulatedIssuer.with(key);
                HttpServerFixture httpServer = startServer(issuer, null)) {
            String metadata = "http://127.0.0.1:" + httpServer.port() + METADATA + "/mcp/simulated";
            assertThat(challenge(initialize(httpServer, null)))
                    .contains("resource_metadata=\"" + metadata + "\"")
                    .contains("scope=\"plimsoll:read plimsoll:read_write plimsoll:admin root\"")
                    .doesNotContain("error");
            HttpResponse<String> metadataResponse = httpServer.send(
                    HttpRequest.newBuilder(URI.create(metadata)).header("Origin", "https://inspector.example"));
            assertThat(metadataResponse.statusCode()).isEqualTo(200);
            assertThat(metadataResponse.headers().firstValue("Access-Control-Allow-Origin"))
                    .hasValue("*");
            assertThat(metadataResponse.body())
                    .startsWith("{\"resource\":\"" + httpServer.address() + "\",\"authorization_servers\":[\""
                            + issuer.url() + "\"],\"scopes_supported\":[\"plimsoll:read\",")
                    .contains("\"bearer_methods_supported\":[\"header\"]");
            String claims = issuer.claims(httpServer.address().toString(), "plimsoll:read", Instant.now());
            assertThat(initialize(httpServer, key.token(claims)).statusCode()).isEqualTo(200);
            assertThat(initialize(httpServer, alice.text()).statusCode()).isEqualTo(200);
            String claimsForOtherAudience =
                    issuer.claims("http://127.0.0.1:1/mcp/simulated", "plimsoll:read", Instant.now());
            assertThat(challenge(initialize(httpServer, key.token(claimsForOtherAudience))))
                    .contains("another audience");
            HttpResponse<String> withoutScope = initialize(
                    httpServer, key.token(issuer.claims(httpServer.address().toString(), "openid", Instant.now())));
            assertThat(withoutScope.statusCode()).isEqualTo(403);
            assertThat(withoutScope.body()).contains("FORBIDDEN");
            assertThat(challenge(withoutScope))
                    .contains("error=\"insufficient_scope\"")
                    .contains("scope=\"plimsoll:read ");
        }
    }

    @Test
    void servesMetadataOnlyForServedPaths() throws Exception {
        try (SimulatedIssuer issuer = SimulatedIssuer.with(SigningKey.of("k", "ES256"));
                HttpServerFixture httpServer = startServer(issuer, null)) {
            String root = "http://127.0.0.1:" + httpServer.port();
            assertThat(get(httpServer, METADATA).body()).startsWith("{\"resource\":\"" + root + "\",");
            assertThat(get(httpServer, METADATA + "/mcp/nothing").statusCode()).isEqualTo(404);
            HttpRequest.Builder postRequest = HttpRequest.newBuilder(URI.create(root + METADATA));
            assertThat(httpServer
                            .send(postRequest.POST(BodyPublishers.noBody()))
                            .statusCode())
                    .isEqualTo(405);
            assertThat(httpServer.sendRaw("GET " + METADATA + " HTTP/1.1\r\nHost: evil.example\r\n\r\n", 1))
                    .contains("403");
        }
    }

    @Test
    void usesPublicUrlBehindProxy() throws Exception {
        SigningKey key = SigningKey.of("k", "ES256");
        try (SimulatedIssuer issuer = SimulatedIssuer.with(key);
                HttpServerFixture httpServer = startServer(issuer, URI.create("https://Gate.example:443/tools"))) {
            String resource = "https://gate.example/tools/mcp/simulated";
            assertThat(challenge(initialize(httpServer, null)))
                    .contains("\"https://gate.example/tools" + METADATA + "/mcp/simulated\"");
            String claims = issuer.claims(resource, "plimsoll:read", Instant.now());
            assertThat(initialize(httpServer, key.token(claims)).statusCode()).isEqualTo(200);
            assertThat(httpServer.sendRaw(
                            "GET /mcp/simulated HTTP/1.1\r\nHost: gate.example\r\nOrigin: https://gate.example\r\n\r\n",
                            1))
                    .contains("401");
        }
    }
}
