package dev.plimsoll.gateway.http.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.http.HttpServerFixture;
import dev.plimsoll.gateway.http.SimulatedEchoServer;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Tests the checks of requests of 2026-07-28, which have no session. */
class ModernRequestCheckTest {

    private static final String META = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

    private static String request(String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"" + method + "\",\"params\":{" + params + META + "}}";
    }

    private static HttpRequest.Builder post(HttpServerFixture httpServer, String method, String body) {
        return httpServer
                .request(null)
                .header("MCP-Protocol-Version", "2026-07-28")
                .header("Mcp-Method", method)
                .POST(BodyPublishers.ofString(body));
    }

    private static JsonNode assertRefused(HttpResponse<String> answer, int status, int code) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        JsonNode error = SimulatedEchoServer.JSON.readTree(answer.body());
        assertThat(error.at("/error/code").asInt()).as(answer.body()).isEqualTo(code);
        return error;
    }

    @Test
    void answersRequestWithoutSession() throws Exception {
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            HttpResponse<String> answer = httpServer.send(post(httpServer, "echo", request("echo", "\"a\":1.5,")));
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).contains("\"id\":7").contains("\"a\":1.5");
            assertThat(answer.headers().firstValue("Mcp-Session-Id")).isEmpty();
            httpServer.nextStartedServer().awaitClosed();
        }
    }

    @Test
    void cancelsCallSoonAfterTheClientDisconnects() throws Exception {
        String body = request("work", "");
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            SimulatedEchoServer server;
            long startNanos;
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), httpServer.port())) {
                String head = "POST /mcp/simulated HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        + "Accept: " + HttpServerFixture.BOTH_TYPES + "\r\nMCP-Protocol-Version: 2026-07-28\r\n"
                        + "Mcp-Method: work\r\nContent-Length: " + body.length() + "\r\n\r\n";
                socket.getOutputStream().write((head + body).getBytes(StandardCharsets.UTF_8));
                server = httpServer.nextStartedServer();
                assertThat(server.received.poll(20, TimeUnit.SECONDS)).isNotNull();
                startNanos = System.nanoTime();
            }
            JsonNode cancellation = server.received.poll(20, TimeUnit.SECONDS);
            assertThat(String.valueOf(cancellation)).contains("notifications/cancelled");
            assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isLessThan(Duration.ofSeconds(4));
        }
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "-, echo, -, MCP-Protocol-Version",
                "2025-11-25, echo, -, MCP-Protocol-Version",
                "2026-07-28, -, -, Mcp-Method",
                "2026-07-28, tools/list, -, Mcp-Method",
            })
    void refusesHeadersThatDifferFromBody(String revision, String method, String name, String headerInMessage)
            throws Exception {
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            HttpRequest.Builder request = httpServer.request(null).POST(BodyPublishers.ofString(request("echo", "")));
            if (revision != null) {
                request.header("MCP-Protocol-Version", revision);
            }
            if (method != null) {
                request.header("Mcp-Method", method);
            }
            if (name != null) {
                request.header("Mcp-Name", name);
            }
            JsonNode error = assertRefused(httpServer.send(request), 400, -32020);
            assertThat(error.get("id").asInt()).isEqualTo(7);
            assertThat(error.at("/error/message").asString()).contains(headerInMessage);
        }
    }

    @Test
    void namesTheRevisionForMethodsThatItDoesNotHave() throws Exception {
        String ping = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}";
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            for (String body : List.of(ping, request("ping", ""))) {
                JsonNode error = assertRefused(httpServer.send(post(httpServer, "ping", body)), 404, -32601);
                assertThat(error.get("id").asInt()).isEqualTo(7);
                assertThat(error.at("/error/message").asString()).isEqualTo("revision 2026-07-28 has no method ping");
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "-, 400",
                "other, 400",
                "=?base64?b3RoZXI=?=, 400",
                "=?base64?%?=, 400",
                "mine, 200",
                "=?base64?bWluZQ==?=, 200"
            })
    void toolNameMustBeRepeatedInHeader(String name, int status) throws Exception {
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            HttpRequest.Builder request =
                    post(httpServer, "tools/call", request("tools/call", "\"name\":\"mine\",\"arguments\":{},"));
            if (name != null) {
                request.header("Mcp-Name", name);
            }
            if (status == 200) {
                CompletableFuture<HttpResponse<String>> answer =
                        CompletableFuture.supplyAsync(() -> send(httpServer, request));
                SimulatedEchoServer server = httpServer.nextStartedServer();
                JsonNode call = server.received.poll(20, TimeUnit.SECONDS);
                server.result(call, "{\"content\":[],\"resultType\":\"complete\"}");
                assertThat(answer.get(20, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
            } else {
                assertThat(send(httpServer, request).statusCode()).isEqualTo(status);
            }
        }
    }

    private static HttpResponse<String> send(HttpServerFixture httpServer, HttpRequest.Builder request) {
        try {
            return httpServer.send(request);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void namesMissingMetadata() throws Exception {
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            String withoutMetadata = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"echo\",\"params\":{}}";
            assertThat(assertRefused(httpServer.send(post(httpServer, "echo", withoutMetadata)), 400, -32602)
                            .toString())
                    .contains("protocolVersion")
                    .contains("clientCapabilities");
            String withoutCapabilities = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"echo\",\"params\":{\"_meta\":"
                    + "{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}}}";
            assertThat(assertRefused(httpServer.send(post(httpServer, "echo", withoutCapabilities)), 400, -32602)
                            .at("/error/message")
                            .asString())
                    .contains("clientCapabilities")
                    .doesNotContain("protocolVersion");
        }
    }

    @Test
    void listsSupportedRevisions() throws Exception {
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            String requestOfLaterRevision = request("echo", "").replace("2026-07-28", "2099-01-01");
            JsonNode error = assertRefused(
                    httpServer.send(httpServer
                            .request(null)
                            .header("MCP-Protocol-Version", "2099-01-01")
                            .header("Mcp-Method", "echo")
                            .POST(BodyPublishers.ofString(requestOfLaterRevision))),
                    400,
                    -32022);
            assertThat(error.at("/error/data/supported/0").asString()).isEqualTo("2026-07-28");
            assertThat(error.at("/error/data/requested").asString()).isEqualTo("2099-01-01");
        }
    }

    @Test
    void rejectsSessionFeatures() throws Exception {
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            for (String method : List.of("GET", "DELETE")) {
                HttpResponse<String> answer = httpServer.send(httpServer
                        .request(null)
                        .header("MCP-Protocol-Version", "2026-07-28")
                        .method(method, BodyPublishers.noBody()));
                assertThat(answer.statusCode()).isEqualTo(405);
                assertThat(answer.headers().firstValue("Allow")).hasValue("POST, OPTIONS");
            }
            assertThat(httpServer
                            .send(post(httpServer, "echo", "[" + request("echo", "") + "]"))
                            .statusCode())
                    .isEqualTo(400);
            assertRefused(httpServer.send(post(httpServer, "initialize", HttpServerFixture.INITIALIZE)), 400, -32020);
            // a notification is accepted, and has no effect
            String notification = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{}}";
            assertThat(httpServer
                            .send(post(httpServer, "notifications/cancelled", notification))
                            .statusCode())
                    .isEqualTo(202);
        }
    }

    @Test
    void mapsProtocolErrorsToStatus() throws Exception {
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            CompletableFuture<HttpResponse<String>> answer = CompletableFuture.supplyAsync(
                    () -> send(httpServer, post(httpServer, "nonsense", request("nonsense", ""))));
            SimulatedEchoServer server = httpServer.nextStartedServer();
            JsonNode received = server.received.poll(20, TimeUnit.SECONDS);
            server.emit("{\"jsonrpc\":\"2.0\",\"id\":" + received.get("id")
                    + ",\"error\":{\"code\":-32601,\"message\":\"no\"}}");
            assertThat(answer.get(20, TimeUnit.SECONDS).statusCode()).isEqualTo(404);
        }
    }

    @Test
    void cancelsRequestOfDisconnectedClient() throws Exception {
        try (HttpServerFixture httpServer =
                new HttpServerFixture(HttpServerFixture.limitsWithKeepAlive(Duration.ofMillis(20)))) {
            HttpResponse<Stream<String>> stream = httpServer.lines(post(httpServer, "slow", request("slow", "")));
            SimulatedEchoServer server = httpServer.nextStartedServer();
            JsonNode received = server.received.poll(20, TimeUnit.SECONDS);
            stream.body().close();
            JsonNode cancelled = server.received.poll(20, TimeUnit.SECONDS);
            assertThat(cancelled.path("method").asString()).isEqualTo("notifications/cancelled");
            assertThat(cancelled.at("/params/requestId")).isEqualTo(received.get("id"));
            server.awaitClosed();
        }
    }

    @Test
    void sendsEventStreamIfMessagePrecedesResponse() throws Exception {
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            String body = request("slow", "").replace("\"_meta\":{", "\"_meta\":{\"progressToken\":\"t\",");
            CompletableFuture<HttpResponse<String>> answer =
                    CompletableFuture.supplyAsync(() -> send(httpServer, post(httpServer, "slow", body)));
            SimulatedEchoServer server = httpServer.nextStartedServer();
            JsonNode received = server.received.poll(20, TimeUnit.SECONDS);
            server.emit(
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":\"t\","
                            + "\"progress\":1}}");
            server.result(received, "{\"resultType\":\"complete\"}");
            HttpResponse<String> events = answer.get(20, TimeUnit.SECONDS);
            assertThat(events.headers().firstValue("Content-Type")).hasValue("text/event-stream");
            assertThat(events.body()).containsSubsequence("notifications/progress", "\"id\":7");
            assertThat(events.body().lines()).noneMatch(line -> line.startsWith("id:"));
        }
    }
}
