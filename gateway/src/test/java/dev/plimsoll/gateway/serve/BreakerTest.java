package dev.plimsoll.gateway.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.testkit.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests {@code plimsoll serve} in front of a server that fails repeatedly. */
class BreakerTest {

    private static final JsonMapper JSON = JsonMapper.shared();

    @TempDir
    Path folder;

    private HttpServer server;
    private final AtomicInteger calls = new AtomicInteger();
    private volatile boolean isFailing;

    @BeforeEach
    void begin() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void end() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            JsonNode request = JSON.readTree(exchange.getRequestBody().readAllBytes());
            String method = request.path("method").asString("");
            calls.addAndGet(method.equals("tools/call") ? 1 : 0);
            if (isFailing && method.equals("tools/call")) {
                exchange.sendResponseHeaders(503, -1);
            } else if (!request.has("id")) {
                exchange.sendResponseHeaders(202, -1);
            } else {
                byte[] body = ("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + "," + result(method, request) + "}")
                        .getBytes(UTF_8);
                exchange.getResponseHeaders().set("Content-Type", "application/json");
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            }
        }
    }

    private static String result(String method, JsonNode request) {
        return switch (method) {
            case "initialize" ->
                "\"result\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},"
                        + "\"serverInfo\":{\"name\":\"crm\",\"version\":\"1\"}}";
            case "tools/call" ->
                request.at("/params/name").asString().equals("broken")
                        ? "\"result\":{\"isError\":true,\"content\":[{\"type\":\"text\",\"text\":\"no such order\"}]}"
                        : "\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"fine\"}]}";
            default -> "\"error\":{\"code\":-32601,\"message\":\"unknown method\"}";
        };
    }

    private ServeFixture start(String breaker) throws Exception {
        Path file = folder.resolve("plimsoll.yaml");
        String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/mcp";
        Files.writeString(file, "{servers: {crm: {url: \"" + url + "\", breaker: " + breaker + "}}}");
        return ServeFixture.withFile(folder, file);
    }

    private static String send(HttpRequest.Builder request) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(request.build(), BodyHandlers.ofString()).body();
        }
    }

    private static String call(ServeFixture gateway, String tool) throws Exception {
        return send(HttpRequest.newBuilder(URI.create(gateway.baseUrl() + "/api/v1/tools/crm/" + tool))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{}")));
    }

    private static String get(ServeFixture gateway, String path) throws Exception {
        return send(HttpRequest.newBuilder(URI.create(gateway.baseUrl() + path)));
    }

    @Test
    void refusesCallsOfFailingServer() throws Exception {
        try (ServeFixture gateway = start("{failures: 3, ejection: 1s}")) {
            assertThat(call(gateway, "orders")).contains("fine");
            isFailing = true;
            calls.set(0);
            for (int i = 0; i < 3; i++) {
                assertThat(call(gateway, "orders")).contains("UPSTREAM_UNAVAILABLE", "503");
            }
            String refused = call(gateway, "orders");
            assertThat(refused)
                    .contains("UPSTREAM_UNAVAILABLE", "it failed several times in a row", "\"retryAfterSeconds\":1");
            assertThat(calls).hasValue(3);
            JsonNode health = JSON.readTree(get(gateway, "/health"));
            assertThat(health.at("/servers/0/status").asString()).isEqualTo("down");
            assertThat(get(gateway, "/metrics"))
                    .containsPattern("plimsoll_upstream_ejections_total\\{server=\"crm\"} [1-9]");
            assertThat(gateway.log()).contains("the server fails repeatedly");
            isFailing = false;
            Await.until(
                    "the server is tried again", () -> call(gateway, "orders").contains("fine"));
            assertThat(call(gateway, "orders")).contains("fine");
        }
    }

    @Test
    void errorsOfToolsAreNoFailures() throws Exception {
        try (ServeFixture gateway = start("{failures: 2}")) {
            for (int i = 0; i < 10; i++) {
                assertThat(call(gateway, "broken")).contains("no such order");
            }
            assertThat(calls).hasValue(10);
        }
    }

    @Test
    void zeroFailuresTurnTheBreakerOff() throws Exception {
        try (ServeFixture gateway = start("{failures: 0}")) {
            isFailing = true;
            for (int i = 0; i < 10; i++) {
                assertThat(call(gateway, "orders")).contains("503");
            }
            assertThat(calls).hasValue(10);
        }
    }
}
