package dev.plimsoll.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.auth.Identification;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests refusals: each has a status, and a JSON-RPC error that says what to do. */
class HttpErrorExceptionTest {

    private static final String MINE = "https://app.example";

    private static void refused(HttpResponse<String> answer, int status, String... words) {
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

    private static HttpRequest.Builder opening(HttpServerFixture front) {
        return front.request(null).POST(BodyPublishers.ofString(HttpServerFixture.OPENING));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"https://evil.example", "null", "http://localhost.evil.example", "http://127.0.0.1@evil.example"
            })
    void foreignOriginsMayNotCall(String origin) throws Exception {
        try (HttpServerFixture front =
                new HttpServerFixture(HttpServerFixture.quickLimits(Duration.ofMinutes(1)), MINE)) {
            refused(front.send(opening(front).header("Origin", origin)), 403, "FORBIDDEN");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {MINE, "http://localhost:3000", "http://127.0.0.1", "http://[::1]:8"})
    void knownOriginsMay(String origin) throws Exception {
        try (HttpServerFixture front =
                new HttpServerFixture(HttpServerFixture.quickLimits(Duration.ofMinutes(1)), MINE + "/")) {
            HttpResponse<String> opened = front.send(opening(front).header("Origin", origin));
            assertThat(opened.statusCode()).isEqualTo(200);
            assertThat(opened.headers().firstValue("Access-Control-Allow-Origin"))
                    .hasValue(origin);
            HttpResponse<String> asked = front.send(front.request(null)
                    .header("Origin", origin)
                    .header("Access-Control-Request-Headers", "mcp-session-id")
                    .method("OPTIONS", BodyPublishers.noBody()));
            assertThat(asked.statusCode()).isEqualTo(204);
            assertThat(asked.headers().firstValue("Access-Control-Allow-Headers"))
                    .hasValue("mcp-session-id");
        }
    }

    /** Checks that pages from the caller's own machine count as foreign if the listener is reachable by others. */
    @ParameterizedTest
    @ValueSource(strings = {"http://localhost:3000", "http://127.0.0.1", "http://[::1]:8"})
    void localOriginsMayNotCallAPublicListener(String origin) throws Exception {
        ListenAddress everywhere = new ListenAddress(
                "0.0.0.0",
                0,
                List.of(MINE),
                URI.create("https://gate.example"),
                null,
                1000,
                List.of(),
                ListenAddress.DEFAULT_READ_TIMEOUT);
        try (HttpServerFixture front = HttpServerFixture.guarded(everywhere, Identification.none())) {
            refused(front.send(opening(front).header("Origin", origin)), 403, "FORBIDDEN");
            for (String known : List.of(MINE, "https://gate.example")) {
                assertThat(front.send(opening(front).header("Origin", known)).statusCode())
                        .isEqualTo(200);
            }
        }
    }

    @Test
    void rejectsRebindingHostNames() throws Exception {
        try (HttpServerFixture front = HttpServerFixture.roomy()) {
            for (String host : List.of("evil.example:80", "127.0.0.1.evil.example", "localhost.evil.example")) {
                assertThat(front.raw("GET /mcp/played HTTP/1.1\r\nHost: " + host + "\r\n\r\n", 1))
                        .contains("403");
            }
            assertThat(front.raw("GET /mcp/played HTTP/1.1\r\nHost: LOCALHOST:1\r\n\r\n", 1))
                    .contains("400");
        }
    }

    @Test
    void rejectsUnknownPathsAndMethods() throws Exception {
        try (HttpServerFixture front = HttpServerFixture.roomy()) {
            for (String path : List.of("/", "/mcp", "/mcp/", "/mcp/other", "/mcp/played/x")) {
                HttpRequest.Builder request =
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + front.port() + path));
                refused(front.send(request.GET()), 404, "NOT_FOUND");
            }
            HttpResponse<String> put = front.send(front.request(null).PUT(BodyPublishers.ofString("{}")));
            refused(put, 405);
            assertThat(put.headers().firstValue("Allow")).hasValue("GET, POST, DELETE, OPTIONS");
        }
    }

    @Test
    void requiresJsonBodyAndAcceptHeader() throws Exception {
        try (HttpServerFixture front = HttpServerFixture.roomy()) {
            refused(front.send(opening(front).setHeader("Content-Type", "text/plain")), 415);
            refused(front.send(opening(front).setHeader("Accept", "text/html")), 406);
            refused(
                    front.send(front.request(null)
                            .setHeader("Accept", "application/json")
                            .GET()),
                    406);
            assertThat(front.send(opening(front).setHeader("Content-Type", "Application/JSON; charset=utf-8"))
                            .statusCode())
                    .isEqualTo(200);
            assertThat(front.send(opening(front).setHeader("Accept", "*/*")).statusCode())
                    .isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "{", "nonsense", "[]", "[1]", "{}", "17", "{\"jsonrpc\":\"2.0\",\"result\":{}}", "{\"a\":1}}"
            })
    void whatIsNoMessageIsRefused(String body) throws Exception {
        try (HttpServerFixture front = HttpServerFixture.roomy()) {
            refused(front.post(null, body), 400);
        }
    }

    @Test
    void acceptsDeeplyNestedBody() throws Exception {
        try (HttpServerFixture front = HttpServerFixture.roomy()) {
            String deep = "[".repeat(100_000) + "]".repeat(100_000);
            assertThat(front.post(null, deep).statusCode()).isEqualTo(400);
            assertThat(front.post(null, HttpServerFixture.call(1, "echo", deep)).body())
                    .contains("no Mcp-Session-Id");
        }
    }

    @Test
    void rejectsTooLargeMessages() throws Exception {
        Duration minute = Duration.ofMinutes(1);
        try (HttpServerFixture front = new HttpServerFixture(HttpServerFixture.limits(20_000, 10, minute, minute))) {
            String session = front.open();
            String most = HttpServerFixture.call(1, "echo", "{\"a\":\"" + "x".repeat(19_900) + "\"}");
            assertThat(front.post(session, most).statusCode()).isEqualTo(200);
            String larger = HttpServerFixture.call(1, "echo", "{\"a\":\"" + "x".repeat(30_000) + "\"}");
            refused(front.post(session, larger), 413, "RESULT_TOO_LARGE", "maxMessageBytes");
            byte[] bytes = larger.getBytes(java.nio.charset.StandardCharsets.UTF_8);
            HttpRequest.Builder chunked = front.request(session)
                    .POST(BodyPublishers.ofInputStream(() -> new java.io.ByteArrayInputStream(bytes)));
            refused(front.send(chunked), 413);
        }
    }

    @Test
    void requiresKnownSessionId() throws Exception {
        try (HttpServerFixture front = HttpServerFixture.roomy()) {
            refused(front.post(null, HttpServerFixture.call(1, "echo", "{}")), 400, "Mcp-Session-Id");
            refused(front.post("unknown", HttpServerFixture.call(1, "echo", "{}")), 404, "initialize");
            refused(front.send(front.request(null).GET()), 400);
            refused(front.send(front.request("unknown").GET()), 404);
            refused(front.send(front.request("unknown").DELETE()), 404);
            String session = front.open();
            refused(front.post(session, HttpServerFixture.OPENING), 400, "already initialized");
            refused(front.post(null, "[" + HttpServerFixture.OPENING + "]"), 400, "batch");
        }
    }

    @Test
    void requiresKnownRevision() throws Exception {
        try (HttpServerFixture front = HttpServerFixture.roomy()) {
            String session = front.open();
            HttpRequest.Builder request =
                    front.request(session).POST(BodyPublishers.ofString(HttpServerFixture.call(1, "echo", "{}")));
            assertThat(front.send(request.setHeader("MCP-Protocol-Version", "2025-06-18"))
                            .statusCode())
                    .isEqualTo(200);
            refused(front.send(request.setHeader("MCP-Protocol-Version", "1999-01-01")), 400, "2025-11-25");
        }
    }

    @Test
    void answersMalformedHttpWithStatus() throws Exception {
        try (HttpServerFixture front = HttpServerFixture.roomy()) {
            assertThat(front.raw("NONSENSE\r\n\r\n", 1)).contains(" 400 ");
            String flood = "X-A: " + "y".repeat(1_000) + "\r\n";
            assertThat(front.raw("GET /mcp/played HTTP/1.1\r\nHost: localhost\r\n" + flood.repeat(40) + "\r\n", 1))
                    .contains(" 431 ");
        }
    }

    @Test
    void logsNoBodyContent() throws Exception {
        try (HttpServerFixture front = HttpServerFixture.roomy()) {
            front.post(null, "{\"secret\":\"hunter2\"");
            front.post("hunter2", HttpServerFixture.call(1, "echo", "{}"));
            assertThat(front.logText()).contains("refused").doesNotContain("hunter2");
        }
    }
}
