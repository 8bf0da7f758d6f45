package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.gateway.config.model.AccessConfig;
import dev.plimsoll.gateway.config.model.CursorConfig.Bind;
import dev.plimsoll.gateway.config.model.ServerConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@code plimsoll serve} in front of an HTTP server that refuses every request, even the first. */
class RefusingServerTest {

    private static final String META = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

    @TempDir
    Path folder;

    private final HttpClient http = HttpClient.newHttpClient();
    private HttpServer server;
    private ServeFixture gateway;
    private volatile int status = 401;
    private volatile boolean hasJsonRpcError;

    @BeforeEach
    void open() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
                String id = request.replaceFirst("(?s).*\"id\":(\"[^\"]*\"|[0-9]+).*", "$1");
                byte[] body = hasJsonRpcError
                        ? ("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"error\":{\"code\":-32000,\"message\":\"no\"}}")
                                .getBytes(StandardCharsets.UTF_8)
                        : new byte[0];
                exchange.getResponseHeaders().add("Content-Type", "application/json");
                exchange.getResponseHeaders().add("Retry-After", "7");
                exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
                exchange.getResponseBody().write(body);
            } catch (IOException e) {
                // the gateway has closed the connection
            }
        });
        server.start();
        URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/mcp");
        gateway = ServeFixture.of(ServeFixture.configuration(folder, "127.0.0.1:0", Bind.CALLER, AccessConfig.open())
                .with(ServerConfig.of("upstream", url)));
    }

    @AfterEach
    void close() {
        gateway.close();
        server.stop(0);
        http.close();
    }

    private HttpResponse<String> post(String path, String body, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(gateway.baseUrl() + path))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream");
        if (headers.length > 0) {
            request.headers(headers);
        }
        return http.send(request.POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
    }

    private static String call(String tool, String meta) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool
                + "\",\"arguments\":{}" + meta + "}}";
    }

    @ParameterizedTest
    @CsvSource({
        "401, false, CREDENTIAL_NOT_FOUND",
        "401, true, CREDENTIAL_NOT_FOUND",
        "429, false, RATE_LIMITED",
        "429, true, RATE_LIMITED"
    })
    void namesTheReasonAtEachEndpoint(int refusalStatus, boolean withJsonRpcError, String code) throws Exception {
        status = refusalStatus;
        hasJsonRpcError = withJsonRpcError;
        for (int i = 0; i < 2; i++) {
            HttpResponse<String> rest = post("/api/v1/tools/upstream/list", "{}");
            assertThat(rest.body()).contains("\"" + code + "\"");
            assertThat(rest.statusCode()).isEqualTo(refusalStatus == 401 ? 400 : 429);
            assertThat(post("/mcp", call("upstream__list", "," + META), modernHeaders("upstream__list"))
                            .body())
                    .contains(code);
            assertThat(post("/mcp/upstream", call("list", "," + META), modernHeaders("list"))
                            .body())
                    .contains(code);
        }
    }

    private static String[] modernHeaders(String tool) {
        return new String[] {"MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", tool};
    }

    @ParameterizedTest
    @CsvSource({"401, CREDENTIAL_NOT_FOUND", "429, RATE_LIMITED"})
    void reportsTheReasonInASessionOfTheHub(int refusalStatus, String code) throws Exception {
        status = refusalStatus;
        String initialize = "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":"
                + "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{}}}";
        assertThat(post("/mcp/upstream", initialize).body()).contains(code);
        String session =
                post("/mcp", initialize).headers().firstValue("Mcp-Session-Id").orElseThrow();
        post("/mcp", "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}", "Mcp-Session-Id", session);
        for (int i = 0; i < 2; i++) {
            // the second call arrives before the gateway tries to connect to the server again
            assertThat(post("/mcp", call("upstream__list", ""), "Mcp-Session-Id", session)
                            .body())
                    .contains(code);
        }
    }

    @Test
    void forwardsTheRetryAfterHeaderOverHttp() throws Exception {
        status = 429;
        assertThat(post("/api/v1/tools/upstream/list", "{}").headers().firstValue("Retry-After"))
                .contains("7");
    }
}
