package dev.plimsoll.gateway.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sends malicious HTTP requests as raw bytes, which an HTTP client would correct or refuse. */
class HostileRequestTest {

    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";

    @TempDir
    Path folder;

    private ServeFixture gateway;

    @BeforeEach
    void open() throws Exception {
        gateway = ServeFixture.withFixtureServer(folder.resolve("data"));
    }

    @AfterEach
    void close() {
        gateway.close();
    }

    private String send(byte[] request) throws IOException {
        URI base = URI.create(gateway.baseUrl());
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), base.getPort())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(request);
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    private String send(String head, String body) throws IOException {
        return send((head.replace("\n", "\r\n") + "\r\n" + body).getBytes(StandardCharsets.ISO_8859_1));
    }

    private static String post(String path, int length) {
        return "POST " + path + " HTTP/1.1\nHost: localhost\nContent-Type: application/json\n"
                + "Accept: application/json\nConnection: close\nContent-Length: " + length + "\n";
    }

    private static int status(String answer) {
        assertThat(answer).startsWith("HTTP/1.1 ");
        return Integer.parseInt(answer.substring(9, 12));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/../../../../etc/passwd",
                "/dashboard/../../../../etc/passwd",
                "/dashboard/..%2f..%2f..%2fetc/passwd",
                "/dashboard/%2e%2e/%2e%2e/etc/passwd",
                "/dashboard/..%5c..%5cetc%5cpasswd",
                "/dashboard/app.js%00.html",
                "/dashboard//etc/passwd",
                "/dashboard/;/../../etc/passwd",
                "/mcp/../api/v1/config",
                "/mcp/%2e%2e/api/v1/config",
                "/mcp/fixture/../../api/v1/config",
                "/mcp/fixture%00",
                "/mcp/fixture;x=y",
                "//mcp/fixture",
                "/mcp/%66ixture%2f..",
                "/MCP/fixture",
                "/api/v1/tools/fixture/../../config",
                "/.well-known/oauth-protected-resource/../../api/v1/config",
                "http://localhost/../etc/passwd"
            })
    void rejectsPathTraversal(String path) throws IOException {
        String answer = send("GET " + path + " HTTP/1.1\nHost: localhost\nConnection: close\n", "");
        assertThat(status(answer)).as(answer).isBetween(400, 499);
        assertThat(answer).doesNotContain("root:", "\"servers\"", "tokenBudgetThreshold");
    }

    @Test
    void rejectsOverlongPath() throws IOException {
        String answer = send("GET /mcp/" + "a".repeat(40_000) + " HTTP/1.1\nHost: localhost\nConnection: close\n", "");
        assertThat(status(answer)).isIn(414, 431);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/tools/fixture/x%0d%0aX-Evil:%201%0d%0a%0d%0aevil",
                "/api/v1/tools/x%0d%0aX-Evil:%201/y",
                "/api/v1/requests?tool=%0d%0aX-Evil:%201&nope%0aX=%1b[31m",
                "/mcp/x%0d%0aX-Evil:%201"
            })
    void pathCannotInjectHeadersOrLogLines(String path) throws IOException {
        String answer = send(post(path, 2), "{}");
        String head = answer.split("\r\n\r\n", 2)[0];
        assertThat(status(answer)).as(answer).isBetween(400, 499);
        assertThat(head).doesNotContain("X-Evil");
        assertThat(answer).doesNotContain("\u001b");
        assertThat(gateway.log().lines())
                .allMatch(line -> line.matches("\\d{4}-\\d\\d-\\d\\dT\\S+Z [A-Z]+ plimsoll: .*"));
        assertThat(gateway.log()).doesNotContain("\u001b");
    }

    @Test
    void rejectsCompressedBody() throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(compressed)) {
            byte[] blanks = " ".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);
            for (int i = 0; i < 64; i++) {
                out.write(blanks);
            }
            out.write(PING.getBytes(StandardCharsets.US_ASCII));
        }
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        String head = post("/mcp/fixture", compressed.size()) + "Content-Encoding: gzip\n";
        request.writeBytes((head.replace("\n", "\r\n") + "\r\n").getBytes(StandardCharsets.US_ASCII));
        request.writeBytes(compressed.toByteArray());
        assertThat(send(request.toByteArray())).contains("this is not a JSON-RPC message");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"initialize\",\"params\":{}}",
                "{\"id\":1,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":5}",
                "{\"method\":\"notifications/initialized\"}"
            })
    void rejectsInvalidMessages(String body) throws IOException {
        for (String path : List.of("/mcp", "/mcp/fixture")) {
            String answer = send(post(path, body.length()), body);
            assertThat(status(answer)).as(answer).isEqualTo(400);
            assertThat(answer)
                    .contains("\"code\":-32600", "this is not a valid JSON-RPC message")
                    .contains(body.contains("\"id\":1") ? "\"id\":1," : "\"id\":null,");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 2\nContent-Length: 44\n",
                "Content-Length: 2\nTransfer-Encoding: chunked\n",
                "Transfer-Encoding: chunked, identity\n",
                "Transfer-Encoding: xchunked\n",
                "Content-Length: +2\n",
                "Content-Length: -1\n",
                "Content-Length : 2\n",
                "Host: other\nContent-Length: 2\n",
                "X: a\n b\nContent-Length: 2\n"
            })
    void rejectsAmbiguousRequests(String headers) throws IOException {
        String head = "POST /mcp/fixture HTTP/1.1\nHost: localhost\nContent-Type: application/json\n"
                + "Accept: application/json\nConnection: close\n" + headers;
        String answer = send(head, "{}GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertThat(status(answer)).as(answer).isBetween(400, 501);
        assertThat(answer.split("HTTP/1.1 ", -1)).as(answer).hasSize(2);
    }
}
