package dev.plimsoll.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.auth.Identification;
import dev.plimsoll.gateway.auth.NewToken;
import dev.plimsoll.gateway.auth.SigningKey;
import dev.plimsoll.gateway.auth.SimulatedIssuer;
import dev.plimsoll.gateway.config.model.AccessConfig;
import dev.plimsoll.gateway.config.model.CallerToken;
import dev.plimsoll.gateway.config.model.NetworkConfig;
import dev.plimsoll.gateway.config.model.TrafficConfig;
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

/** Tests callers who must authenticate, over real sockets. */
class AuthenticatorTest {

    private static final int MORE = 20;

    private static final String METADATA = "/.well-known/oauth-protected-resource";

    private final NewToken alice = NewToken.from(new SplittableRandom(1));
    private final NewToken bob = NewToken.from(new SplittableRandom(2));
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    private HttpServerFixture front(@Nullable SimulatedIssuer issuer, @Nullable URI publicUrl) throws Exception {
        return front(issuer, publicUrl, List.of());
    }

    private HttpServerFixture front(
            @Nullable SimulatedIssuer issuer, @Nullable URI publicUrl, List<NetworkConfig> proxies) throws Exception {
        AccessConfig accessConfig = new AccessConfig(
                List.of(
                        new CallerToken("alice", alice.hash(), Tier.ADMIN, null),
                        new CallerToken("bob", bob.hash(), Tier.READ, null)),
                issuer == null ? null : issuer.settings(null),
                null,
                publicUrl,
                TrafficConfig.defaults());
        Log log = new Log(new PrintStream(said, true, StandardCharsets.UTF_8), LogSeverity.DEBUG);
        ListenAddress at = new ListenAddress(
                "127.0.0.1", 0, List.of(), publicUrl, null, 1000, proxies, ListenAddress.DEFAULT_READ_TIMEOUT);
        return HttpServerFixture.guarded(at, Identification.of(accessConfig, InstantSource.system(), log));
    }

    private static HttpResponse<String> opening(HttpServerFixture front, @Nullable String token) throws Exception {
        HttpRequest.Builder request = front.request(null).POST(BodyPublishers.ofString(HttpServerFixture.OPENING));
        return front.send(token == null ? request : request.header("Authorization", "Bearer " + token));
    }

    private static String challenge(HttpResponse<String> answer) {
        return answer.headers().firstValue("WWW-Authenticate").orElse("none");
    }

    private static HttpResponse<String> get(HttpServerFixture front, String path) throws Exception {
        return front.send(HttpRequest.newBuilder(front.address().resolve(path)));
    }

    private static int guessing(HttpServerFixture front, String from) throws Exception {
        return front.send(front.request(null)
                        .POST(BodyPublishers.ofString(HttpServerFixture.OPENING))
                        .header("X-Forwarded-For", from)
                        .header("Authorization", "Bearer plm_wrong"))
                .statusCode();
    }

    /**
     * Sends further invalid tokens until refused: an attempt is restored every few seconds, so a slow machine may allow some
     * more.
     */
    private int guessingOn(HttpServerFixture front, String from) throws Exception {
        int status = guessing(front, from);
        for (int i = 0; status == 401 && i < MORE; i++) {
            status = guessing(front, from);
        }
        return status;
    }

    @Test
    void limitsGuessingCallerBehindTrustedProxy() throws Exception {
        NetworkConfig here = Objects.requireNonNull(NetworkConfig.parse("127.0.0.0/8"));
        try (HttpServerFixture front = front(null, null, List.of(here))) {
            for (int i = 0; i < 20; i++) {
                assertThat(guessing(front, "198.51.100." + i + ", 192.0.2.1")).isEqualTo(401);
            }
            assertThat(guessingOn(front, "192.0.2.1")).isEqualTo(429);
            assertThat(guessing(front, "192.0.2.2")).isEqualTo(401);
            assertThat(said.toString(StandardCharsets.UTF_8))
                    .contains("192.0.2.1")
                    .doesNotContain("198.51.100");
        }
    }

    @Test
    void ignoresForwardedHeadersOfUntrustedClients() throws Exception {
        try (HttpServerFixture front = front(null, null)) {
            for (int i = 0; i < 20; i++) {
                assertThat(guessing(front, "192.0.2." + i)).isEqualTo(401);
            }
            assertThat(guessingOn(front, "192.0.2.99")).isEqualTo(429);
        }
    }

    @Test
    void rejectsRequestsWithoutToken() throws Exception {
        try (HttpServerFixture front = front(null, null)) {
            HttpResponse<String> none = opening(front, null);
            assertThat(none.statusCode()).isEqualTo(401);
            assertThat(none.body()).contains("UNAUTHORIZED").contains("suggestion");
            assertThat(challenge(none)).isEqualTo("Bearer realm=\"plimsoll\"");
            HttpResponse<String> wrong = opening(front, "plm_wrong");
            assertThat(wrong.statusCode()).isEqualTo(401);
            assertThat(challenge(wrong)).contains("error=\"invalid_token\"").doesNotContain("resource_metadata");
            for (String method : List.of("GET", "DELETE", "PUT")) {
                assertThat(front.send(front.request("x").method(method, BodyPublishers.noBody()))
                                .statusCode())
                        .isEqualTo(401);
            }
            assertThat(opening(front, alice.text()).statusCode()).isEqualTo(200);
            assertThat(get(front, METADATA).statusCode()).isEqualTo(404);
            assertThat(front.logText() + said.toString(StandardCharsets.UTF_8))
                    .doesNotContain("plm_wrong")
                    .doesNotContain(alice.text());
        }
    }

    @Test
    void hidesPathsFromUnauthenticatedCallers() throws Exception {
        try (HttpServerFixture front = front(null, null)) {
            assertThat(get(front, "/mcp/nothing").statusCode()).isEqualTo(401);
            assertThat(get(front, "/").statusCode()).isEqualTo(401);
        }
    }

    @Test
    void rejectsSessionOfAnotherCaller() throws Exception {
        try (HttpServerFixture front = front(null, null)) {
            String session = opening(front, alice.text())
                    .headers()
                    .firstValue("Mcp-Session-Id")
                    .orElseThrow();
            for (String token : List.of(alice.text(), bob.text())) {
                HttpResponse<String> answer = front.send(front.request(session)
                        .header("Authorization", "Bearer " + token)
                        .POST(BodyPublishers.ofString(
                                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}")));
                assertThat(answer.statusCode()).isEqualTo(token.equals(alice.text()) ? 202 : 404);
            }
        }
    }

    @Test
    void rejectsTokenInUrl() throws Exception {
        try (HttpServerFixture front = front(null, null)) {
            for (String query : List.of("?access_token=" + alice.text(), "?a=b&access_token=x")) {
                HttpResponse<String> answer = front.send(HttpRequest.newBuilder(URI.create(front.address() + query))
                        .header("Authorization", "Bearer " + alice.text())
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(HttpServerFixture.OPENING)));
                assertThat(answer.statusCode()).isEqualTo(400);
                assertThat(answer.body()).doesNotContain(alice.text());
                assertThat(challenge(answer)).contains("invalid_request");
            }
        }
    }

    @Test
    void limitsGuessingCaller() throws Exception {
        try (HttpServerFixture front = front(null, null)) {
            for (int i = 0; i < 20; i++) {
                assertThat(opening(front, "plm_" + i).statusCode()).isEqualTo(401);
            }
            HttpResponse<String> held = opening(front, "plm_x");
            for (int i = 0; held.statusCode() == 401 && i < MORE; i++) {
                held = opening(front, "plm_x");
            }
            assertThat(held.statusCode()).isEqualTo(429);
            assertThat(held.body()).contains("RATE_LIMITED");
            assertThat(held.headers().firstValueAsLong("Retry-After").orElse(0)).isBetween(1L, 5L);
        }
    }

    @Test
    void acceptsDiscoveredAccessTokens() throws Exception {
        SigningKey key = SigningKey.of("k", "ES256");
        try (SimulatedIssuer issuer = SimulatedIssuer.with(key);
                HttpServerFixture front = front(issuer, null)) {
            String metadata = "http://127.0.0.1:" + front.port() + METADATA + "/mcp/played";
            assertThat(challenge(opening(front, null)))
                    .contains("resource_metadata=\"" + metadata + "\"")
                    .contains("scope=\"plimsoll:read plimsoll:read_write plimsoll:admin root\"")
                    .doesNotContain("error");
            HttpResponse<String> told = front.send(
                    HttpRequest.newBuilder(URI.create(metadata)).header("Origin", "https://inspector.example"));
            assertThat(told.statusCode()).isEqualTo(200);
            assertThat(told.headers().firstValue("Access-Control-Allow-Origin")).hasValue("*");
            assertThat(told.body())
                    .startsWith("{\"resource\":\"" + front.address() + "\",\"authorization_servers\":[\"" + issuer.url()
                            + "\"],\"scopes_supported\":[\"plimsoll:read\",")
                    .contains("\"bearer_methods_supported\":[\"header\"]");
            String claims = issuer.claims(front.address().toString(), "plimsoll:read", Instant.now());
            assertThat(opening(front, key.token(claims)).statusCode()).isEqualTo(200);
            assertThat(opening(front, alice.text()).statusCode()).isEqualTo(200);
            String other = issuer.claims("http://127.0.0.1:1/mcp/played", "plimsoll:read", Instant.now());
            assertThat(challenge(opening(front, key.token(other)))).contains("another audience");
            HttpResponse<String> poor =
                    opening(front, key.token(issuer.claims(front.address().toString(), "openid", Instant.now())));
            assertThat(poor.statusCode()).isEqualTo(403);
            assertThat(poor.body()).contains("FORBIDDEN");
            assertThat(challenge(poor)).contains("error=\"insufficient_scope\"").contains("scope=\"plimsoll:read ");
        }
    }

    @Test
    void servesMetadataOnlyForServedPaths() throws Exception {
        try (SimulatedIssuer issuer = SimulatedIssuer.with(SigningKey.of("k", "ES256"));
                HttpServerFixture front = front(issuer, null)) {
            String root = "http://127.0.0.1:" + front.port();
            assertThat(get(front, METADATA).body()).startsWith("{\"resource\":\"" + root + "\",");
            assertThat(get(front, METADATA + "/mcp/nothing").statusCode()).isEqualTo(404);
            HttpRequest.Builder posted = HttpRequest.newBuilder(URI.create(root + METADATA));
            assertThat(front.send(posted.POST(BodyPublishers.noBody())).statusCode())
                    .isEqualTo(405);
            assertThat(front.raw("GET " + METADATA + " HTTP/1.1\r\nHost: evil.example\r\n\r\n", 1))
                    .contains("403");
        }
    }

    @Test
    void usesPublicUrlBehindProxy() throws Exception {
        SigningKey key = SigningKey.of("k", "ES256");
        try (SimulatedIssuer issuer = SimulatedIssuer.with(key);
                HttpServerFixture front = front(issuer, URI.create("https://Gate.example:443/tools"))) {
            String resource = "https://gate.example/tools/mcp/played";
            assertThat(challenge(opening(front, null)))
                    .contains("\"https://gate.example/tools" + METADATA + "/mcp/played\"");
            String claims = issuer.claims(resource, "plimsoll:read", Instant.now());
            assertThat(opening(front, key.token(claims)).statusCode()).isEqualTo(200);
            assertThat(front.raw(
                            "GET /mcp/played HTTP/1.1\r\nHost: gate.example\r\nOrigin: https://gate.example\r\n\r\n",
                            1))
                    .contains("401");
        }
    }
}
