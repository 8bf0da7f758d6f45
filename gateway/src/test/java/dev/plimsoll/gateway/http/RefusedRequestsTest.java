package dev.plimsoll.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.auth.Identification;
import dev.plimsoll.gateway.http.jetty.ListenAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests refused requests. Each refusal has an HTTP status, and a JSON-RPC error with a suggestion. */
class RefusedRequestsTest {

    private static final String ALLOWED_ORIGIN = "https://app.example";

    private static void assertRefused(HttpResponse<String> answer, int status, String... words) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(SimulatedEchoServer.JSON
                        .readTree(answer.body())
                        .at("/error/data/error/details/suggestion")
                        .asString())
                .isNotEmpty();
        for (String word : words) {
            assertThat(answer.body()).contains(word);
        }
    }

    private static HttpRequest.Builder initialize(HttpServerFixture httpServer) {
        return httpServer.request(null).POST(BodyPublishers.ofString(HttpServerFixture.INITIALIZE));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"https://evil.example", "null", "http://localhost.evil.example", "http://127.0.0.1@evil.example"
            })
    void foreignOriginsMayNotCall(String origin) throws Exception {
        try (HttpServerFixture httpServer =
                new HttpServerFixture(HttpServerFixture.limitsWithKeepAlive(Duration.ofMinutes(1)), ALLOWED_ORIGIN)) {
            assertRefused(httpServer.send(initialize(httpServer).header("Origin", origin)), 403, "FORBIDDEN");
        }
    }

    @Test
    void rejectsTwoOriginHeaders() throws Exception {
        try (HttpServerFixture httpServer =
                new HttpServerFixture(HttpServerFixture.limitsWithKeepAlive(Duration.ofMinutes(1)), ALLOWED_ORIGIN)) {
            assertThat(httpServer.sendRaw(
                            "GET /mcp/simulated HTTP/1.1\r\nHost: localhost\r\nOrigin: " + ALLOWED_ORIGIN
                                    + "\r\nOrigin: https://evil.example\r\n\r\n",
                            1))
                    .contains("403");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {ALLOWED_ORIGIN, "http://localhost:3000", "http://127.0.0.1", "http://[::1]:8"})
    void allowedOriginsMayCall(String origin) throws Exception {
        try (HttpServerFixture httpServer = new HttpServerFixture(
                HttpServerFixture.limitsWithKeepAlive(Duration.ofMinutes(1)), ALLOWED_ORIGIN + "/")) {
            HttpResponse<String> response =
                    httpServer.send(initialize(httpServer).header("Origin", origin));
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().firstValue("Access-Control-Allow-Origin"))
                    .hasValue(origin);
            HttpResponse<String> preflightResponse = httpServer.send(httpServer
                    .request(null)
                    .header("Origin", origin)
                    .header("Access-Control-Request-Headers", "mcp-session-id")
                    .method("OPTIONS", BodyPublishers.noBody()));
            assertThat(preflightResponse.statusCode()).isEqualTo(204);
            assertThat(preflightResponse.headers().firstValue("Access-Control-Allow-Headers"))
                    .hasValue("mcp-session-id");
        }
    }

    /** Checks that pages from the caller's own machine are refused if other machines can reach the listener. */
    @ParameterizedTest
    @ValueSource(strings = {"http://localhost:3000", "http://127.0.0.1", "http://[::1]:8"})
    void localOriginsMayNotCallAPublicListener(String origin) throws Exception {
        ListenAddress publicListener = new ListenAddress(
                "0.0.0.0",
                0,
                List.of(ALLOWED_ORIGIN),
                URI.create("https://gate.example"),
                null,
                1000,
                List.of(),
                ListenAddress.DEFAULT_READ_TIMEOUT);
        try (HttpServerFixture httpServer =
                HttpServerFixture.withIdentification(publicListener, Identification.none())) {
            assertRefused(httpServer.send(initialize(httpServer).header("Origin", origin)), 403, "FORBIDDEN");
            for (String allowedOrigin : List.of(ALLOWED_ORIGIN, "https://gate.example")) {
                assertThat(httpServer
                                .send(initialize(httpServer).header("Origin", allowedOrigin))
                                .statusCode())
                        .isEqualTo(200);
            }
        }
    }

    @Test
    void rejectsRebindingHostNames() throws Exception {
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            for (String host : List.of("evil.example:80", "127.0.0.1.evil.example", "localhost.evil.example")) {
                assertThat(httpServer.sendRaw("GET /mcp/simulated HTTP/1.1\r\nHost: " + host + "\r\n\r\n", 1))
                        .contains("403");
            }
            // this host name is allowed; the request is refused because it has no session ID
            assertThat(httpServer.sendRaw("GET /mcp/simulated HTTP/1.1\r\nHost: LOCALHOST:1\r\n\r\n", 1))
                    .contains("400");
        }
    }

    @Test
    void rejectsUnknownPathsAndMethods() throws Exception {
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            for (String path : List.of("/", "/mcp", "/mcp/", "/mcp/other", "/mcp/simulated/x")) {
                HttpRequest.Builder request =
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + httpServer.port() + path));
                assertRefused(httpServer.send(request.GET()), 404, "NOT_FOUND");
            }
            HttpResponse<String> put = httpServer.send(httpServer.request(null).PUT(BodyPublishers.ofString("{}")));
            assertRefused(put, 405);
            assertThat(put.headers().firstValue("Allow")).hasValue("GET, POST, DELETE, OPTIONS");
        }
    }

    @Test
    void requiresJsonBodyAndAcceptHeader() throws Exception {
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            assertRefused(httpServer.send(initialize(httpServer).setHeader("Content-Type", "text/plain")), 415);
            assertRefused(httpServer.send(initialize(httpServer).setHeader("Accept", "text/html")), 406);
            assertRefused(
                    httpServer.send(httpServer
                            .request(null)
                            .setHeader("Accept", "application/json")
                            .GET()),
                    406);
            assertThat(httpServer
                            .send(initialize(httpServer).setHeader("Content-Type", "Application/JSON; charset=utf-8"))
                            .statusCode())
                    .isEqualTo(200);
            assertThat(httpServer
                            .send(initialize(httpServer).setHeader("Accept", "*/*"))
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "{", "nonsense", "[]", "[1]", "{}", "17", "{\"jsonrpc\":\"2.0\",\"result\":{}}", "{\"a\":1}}"
            })
    void refusesBodyThatIsNotAMessage(String body) throws Exception {
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            assertRefused(httpServer.post(null, body), 400);
        }
    }

    @Test
    void parsesDeeplyNestedBody() throws Exception {
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            String deepArray = "[".repeat(100_000) + "]".repeat(100_000);
            assertThat(httpServer.post(null, deepArray).statusCode()).isEqualTo(400);
            assertThat(httpServer
                            .post(null, HttpServerFixture.call(1, "echo", deepArray))
                            .body())
                    .contains("no Mcp-Session-Id");
        }
    }

    @Test
    void rejectsTooLargeMessages() throws Exception {
        Duration minute = Duration.ofMinutes(1);
        try (HttpServerFixture httpServer =
                new HttpServerFixture(HttpServerFixture.limits(20_000, 10, minute, minute))) {
            String session = httpServer.open();
            String largestAllowed = HttpServerFixture.call(1, "echo", "{\"a\":\"" + "x".repeat(19_900) + "\"}");
            assertThat(httpServer.post(session, largestAllowed).statusCode()).isEqualTo(200);
            String tooLarge = HttpServerFixture.call(1, "echo", "{\"a\":\"" + "x".repeat(30_000) + "\"}");
            assertRefused(httpServer.post(session, tooLarge), 413, "RESULT_TOO_LARGE", "maxMessageBytes");
            byte[] bytes = tooLarge.getBytes(java.nio.charset.StandardCharsets.UTF_8);
            HttpRequest.Builder chunked = httpServer
                    .request(session)
                    .POST(BodyPublishers.ofInputStream(() -> new java.io.ByteArrayInputStream(bytes)));
            assertRefused(httpServer.send(chunked), 413);
        }
    }

    @Test
    void requiresKnownSessionId() throws Exception {
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            assertRefused(httpServer.post(null, HttpServerFixture.call(1, "echo", "{}")), 400, "Mcp-Session-Id");
            assertRefused(httpServer.post("unknown", HttpServerFixture.call(1, "echo", "{}")), 404, "initialize");
            assertRefused(httpServer.send(httpServer.request(null).GET()), 400);
            assertRefused(httpServer.send(httpServer.request("unknown").GET()), 404);
            assertRefused(httpServer.send(httpServer.request("unknown").DELETE()), 404);
            String session = httpServer.open();
            assertRefused(httpServer.post(session, HttpServerFixture.INITIALIZE), 400, "already initialized");
            assertRefused(httpServer.post(null, "[" + HttpServerFixture.INITIALIZE + "]"), 400, "batch");
        }
    }

    @Test
    void requiresKnownRevision() throws Exception {
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            String session = httpServer.open();
            HttpRequest.Builder request =
                    httpServer.request(session).POST(BodyPublishers.ofString(HttpServerFixture.call(1, "echo", "{}")));
            assertThat(httpServer
                            .send(request.setHeader("MCP-Protocol-Version", "2025-06-18"))
                            .statusCode())
                    .isEqualTo(200);
            assertRefused(httpServer.send(request.setHeader("MCP-Protocol-Version", "1999-01-01")), 400, "2025-11-25");
        }
    }

    @Test
    void answersMalformedHttpWithStatus() throws Exception {
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            assertThat(httpServer.sendRaw("NONSENSE\r\n\r\n", 1)).contains(" 400 ");
            String longHeader = "X-A: " + "y".repeat(1_000) + "\r\n";
            assertThat(httpServer.sendRaw(
                            "GET /mcp/simulated HTTP/1.1\r\nHost: localhost\r\n" + longHeader.repeat(40) + "\r\n", 1))
                    .contains(" 431 ");
        }
    }

    @Test
    void logsNeitherBodyNorSessionId() throws Exception {
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            httpServer.post(null, "{\"secret\":\"hunter2\"");
            httpServer.post("hunter2", HttpServerFixture.call(1, "echo", "{}"));
            assertThat(httpServer.logText()).contains("refused").doesNotContain("hunter2");
        }
    }
}
