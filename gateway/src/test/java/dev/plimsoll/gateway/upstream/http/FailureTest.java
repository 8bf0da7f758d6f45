package dev.plimsoll.gateway.upstream.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.fixture.TestMessages;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.http.SimulatedHttpServer.ReceivedRequest;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the error that a client gets if the server does not answer its request. */
class FailureTest {

    private static RefusedException failureOf(SimulatedHttpServer.Responder responder) throws IOException {
        try (SimulatedHttpServer server = new SimulatedHttpServer(responder);
                RecordingConnection recordingConnection = new RecordingConnection(server.url())) {
            recordingConnection.call(5);
            RefusedException failure = recordingConnection.failure();
            assertThat(json(failure)).contains("\"id\":\"5\"").contains("\"suggestion\":");
            return failure;
        }
    }

    private static String json(RefusedException failure) {
        return new String(failure.json(), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource({
        "400, UPSTREAM_UNAVAILABLE",
        "401, CREDENTIAL_NOT_FOUND",
        "403, FORBIDDEN",
        "404, UPSTREAM_UNAVAILABLE",
        "405, UPSTREAM_UNAVAILABLE",
        "408, UPSTREAM_TIMEOUT",
        "413, INVALID_REQUEST",
        "429, RATE_LIMITED",
        "500, UPSTREAM_UNAVAILABLE",
        "502, UPSTREAM_UNAVAILABLE",
        "503, UPSTREAM_UNAVAILABLE",
        "504, UPSTREAM_TIMEOUT"
    })
    void mapsStatusToErrorCode(int status, ErrorCode code) throws Exception {
        RefusedException failure =
                failureOf(request -> request.respond(status, "text/html", "<html><b>secret of the server</b></html>"));
        assertThat(failure.code()).isEqualTo(code);
        assertThat(json(failure)).contains(Integer.toString(status)).doesNotContain("secret");
    }

    @Test
    void namesTheServerWhoseCredentialsAreMissing() throws Exception {
        RefusedException failure = failureOf(request -> request.respondStatus(401));
        assertThat(failure.code()).isEqualTo(ErrorCode.CREDENTIAL_NOT_FOUND);
        assertThat(json(failure))
                .contains(
                        "{\"code\":\"CREDENTIAL_NOT_FOUND\",\"message\":\"the server crm requires credentials"
                                + " (status 401)\",\"details\":{\"connectorId\":\"crm\",\"id\":\"5\",\"suggestion\":\"set servers.crm.headers.Authorization\"}}}")
                .doesNotContain("authUrl");
    }

    @Test
    void reportsRefusedCredentials() throws Exception {
        try (SimulatedHttpServer server = new SimulatedHttpServer(request -> request.respondStatus(401));
                RecordingConnection recordingConnection = new RecordingConnection(
                        server.url(), Map.of("authorization", "Bearer hidden"), UpstreamCredentials.NONE)) {
            recordingConnection.call(1);
            RefusedException failure = recordingConnection.failure();
            assertThat(failure).hasMessageContaining("does not accept");
            assertThat(json(failure) + recordingConnection.log()).doesNotContain("hidden");
        }
    }

    @Test
    void reportsMissingScopes() throws Exception {
        RefusedException failure = failureOf(request -> {
            request.exchange()
                    .getResponseHeaders()
                    .add("WWW-Authenticate", "Bearer error=\"insufficient_scope\", scope=\"files:write a/b\"");
            request.respond(403, "application/json", request.resultMessage("{}"));
        });
        assertThat(failure.code()).isEqualTo(ErrorCode.FORBIDDEN);
        assertThat(json(failure))
                .contains("\"scope\":\"files:write a/b\"", "set servers.crm.headers.Authorization to credentials with");
    }

    @Test
    void omitsInvalidScopes() throws Exception {
        RefusedException failure = failureOf(request -> {
            request.exchange()
                    .getResponseHeaders()
                    .add("WWW-Authenticate", "Bearer error=\"insufficient_scope\", scope=\"$(rm -r) now!\"");
            request.respondStatus(403);
        });
        assertThat(json(failure)).contains("FORBIDDEN").doesNotContain("rm -r");
    }

    @Test
    void reportsAuthUrlFromServerMetadata() throws Exception {
        RefusedException failure = failureOf(request -> {
            if (request.path().equals("/meta")) {
                assertThat(request.header("Authorization")).isNull();
                request.respondJson("{\"authorization_servers\":[\"https://login.example/tenant\"]}");
            } else {
                request.exchange()
                        .getResponseHeaders()
                        .add(
                                "WWW-Authenticate",
                                "Bearer realm=\"x\", resource_metadata=\"" + metadataUrl(request) + "\"");
                request.respondStatus(401);
            }
        });
        assertThat(json(failure)).contains("\"authUrl\":\"https://login.example/tenant\"");
    }

    private static String metadataUrl(ReceivedRequest request) {
        return "http://127.0.0.1:" + request.exchange().getLocalAddress().getPort() + "/meta";
    }

    @Test
    void ignoresMetadataOfAnotherServer() throws Exception {
        try (SimulatedHttpServer otherServer = new SimulatedHttpServer(
                request -> request.respondJson("{\"authorization_servers\":[\"https://evil.example\"]}"))) {
            RefusedException failure = failureOf(request -> {
                request.exchange()
                        .getResponseHeaders()
                        .add("WWW-Authenticate", "Bearer resource_metadata=\"" + otherServer.url() + "\"");
                request.respondStatus(401);
            });
            assertThat(json(failure)).doesNotContain("authUrl");
            assertThat(otherServer.requests()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"7, 7", "99999999, 86400"})
    void reportsRetryAfter(String header, String seconds) throws Exception {
        try (SimulatedHttpServer server = new SimulatedHttpServer(request -> {
                    request.exchange().getResponseHeaders().add("Retry-After", header);
                    request.respondStatus(429);
                });
                RecordingConnection recordingConnection = new RecordingConnection(server.url())) {
            recordingConnection.call(1);
            assertThat(json(recordingConnection.failure())).contains("\"retryAfter\":\"" + seconds + "\"");
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void omitsInvalidRetryAfter() throws Exception {
        RefusedException failure = failureOf(request -> {
            request.exchange().getResponseHeaders().add("Retry-After", "soon <b>");
            request.respondStatus(429);
        });
        assertThat(json(failure)).doesNotContain("retryAfter").doesNotContain("soon");
    }

    @Test
    void forwardsJsonRpcErrorsForAnyStatus() throws Exception {
        try (SimulatedHttpServer server = new SimulatedHttpServer(
                        request -> request.respond(
                                500,
                                "application/json",
                                "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32603,\"message\":\"m\",\"data\":1e400}}"));
                RecordingConnection recordingConnection = new RecordingConnection(server.url())) {
            recordingConnection.call(8);
            assertThat(recordingConnection.next())
                    .isEqualTo(
                            "{\"jsonrpc\":\"2.0\",\"id\":8,\"error\":{\"code\":-32603,\"message\":\"m\",\"data\":1e400}}");
        }
    }

    @Test
    void reportsABodyThatIsNotAMessage() throws Exception {
        assertThat(failureOf(request -> request.respond(200, "text/html", "<html>")))
                .hasMessageContaining("text/html");
        assertThat(failureOf(request -> request.respondJson("{\"jsonrpc\":"))).hasMessageContaining("not a message");
        assertThat(failureOf(request -> request.respondStatus(202))).hasMessageContaining("no answer");
        assertThat(failureOf(request -> request.respondStatus(204))).hasMessageContaining("no answer");
        assertThat(failureOf(request -> request.respondJson("[]"))).hasMessageContaining("no answer");
        assertThat(failureOf(ReceivedRequest::startEventStream)).hasMessageContaining("no answer");
        assertThat(failureOf(request ->
                        request.startEventStream().writeEvent("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}")))
                .hasMessageContaining("no answer");
    }

    @Test
    void reportsATruncatedResponse() throws Exception {
        for (String body : new String[] {
            "Content-Length: 500\r\nContent-Type: application/json\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"res",
            "Transfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n5\r\n{\"jso\r\n",
            "Transfer-Encoding: chunked\r\nContent-Type: text/event-stream\r\n\r\n8\r\ndata: {\"\r\n",
            "Content-Le"
        }) {
            try (RawServer server = new RawServer("HTTP/1.1 200 OK\r\n" + body);
                    RecordingConnection recordingConnection = new RecordingConnection(server.url())) {
                recordingConnection.call(1);
                RefusedException failure = recordingConnection.failure();
                assertThat(failure.code()).isEqualTo(ErrorCode.UPSTREAM_UNAVAILABLE);
                assertThat(failure).hasMessageContaining("broke");
                // the server has received the call, and may have done what it says
                assertThat(failure.suggestion()).endsWith("if it changes nothing");
            }
        }
    }

    @Test
    void reportsAServerThatDoesNotUseHttp() throws Exception {
        try (RawServer server = new RawServer("SSH-2.0-OpenSSH_9.2\r\n\r\n");
                RecordingConnection recordingConnection = new RecordingConnection(server.url())) {
            recordingConnection.call(1);
            assertThat(recordingConnection.failure().code()).isEqualTo(ErrorCode.UPSTREAM_UNAVAILABLE);
        }
    }

    @Test
    void doesNotRepeatARequestThatMayHaveArrived() throws Exception {
        try (RawServer server = new RawServer("");
                RecordingConnection recordingConnection = new RecordingConnection(server.url())) {
            recordingConnection.call(1);
            assertThat(recordingConnection.failure()).hasMessageContaining("broke");
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void reportsWhyTheConnectionFailed() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        try (RecordingConnection recordingConnection =
                new RecordingConnection(URI.create("http://127.0.0.1:" + port + "/mcp"))) {
            recordingConnection.call(1);
            RefusedException failure = recordingConnection.failure();
            assertThat(failure.code()).isEqualTo(ErrorCode.UPSTREAM_UNAVAILABLE);
            assertThat(failure).hasMessageContaining("connection refused");
            assertThat(failure.suggestion()).isEqualTo("check that the server runs, then repeat the call");
        }
        try (RecordingConnection recordingConnection =
                new RecordingConnection(URI.create("http://no-such-host.invalid/mcp"))) {
            recordingConnection.call(1);
            assertThat(recordingConnection.failure()).hasMessageContaining("host name");
        }
        try (RawServer plainHttpServer = new RawServer("HTTP/1.1 400 no\r\n\r\n");
                RecordingConnection recordingConnection = new RecordingConnection(
                        URI.create("https" + plainHttpServer.url().toString().substring(4)))) {
            recordingConnection.call(1);
            assertThat(recordingConnection.failure()).hasMessageContaining("secure connection");
        }
    }

    @Test
    void limitsTheTimeForInitialize() throws Exception {
        CountDownLatch neverReleased = new CountDownLatch(1);
        try (SimulatedHttpServer server = new SimulatedHttpServer(request -> neverReleased.await());
                RecordingConnection recordingConnection = new RecordingConnection(server.url())) {
            recordingConnection.request(1, "initialize", "{}");
            assertThat(recordingConnection.failure().code()).isEqualTo(ErrorCode.UPSTREAM_TIMEOUT);
        }
    }

    @Test
    void limitsTheSizeOfABody() throws Exception {
        String largeBody = "x".repeat(RecordingConnection.MAX_MESSAGE_BYTES);
        RefusedException failure =
                failureOf(request -> request.respondJson(request.resultMessage("{\"a\":\"" + largeBody + "\"}")));
        assertThat(failure.code()).isEqualTo(ErrorCode.RESULT_TOO_LARGE);
        RefusedException chunked = failureOf(request -> {
            request.exchange().getResponseHeaders().add("Content-Type", "application/json");
            request.exchange().sendResponseHeaders(200, 0);
            request.exchange()
                    .getResponseBody()
                    .write(request.resultMessage("{\"a\":\"" + largeBody + "\"}")
                            .getBytes(StandardCharsets.UTF_8));
        });
        assertThat(chunked.code()).isEqualTo(ErrorCode.RESULT_TOO_LARGE);
    }

    @Test
    void limitsTheDecompressedSizeOfABody() throws Exception {
        RefusedException failure = failureOf(request -> {
            request.exchange().getResponseHeaders().add("Content-Encoding", "gzip");
            request.respond(200, "application/json", gzip(" ".repeat(64 << 20) + request.resultMessage("{}")));
        });
        assertThat(failure.code()).isEqualTo(ErrorCode.RESULT_TOO_LARGE);
    }

    @Test
    void decompressesBodies() throws Exception {
        try (SimulatedHttpServer server = new SimulatedHttpServer(request -> {
                    request.exchange().getResponseHeaders().add("Content-Encoding", "gzip");
                    request.respond(
                            200,
                            "application/json",
                            gzip(request.resultMessage("{\"a\":\"" + "é".repeat(50_000) + "\"}")));
                });
                RecordingConnection recordingConnection = new RecordingConnection(server.url())) {
            recordingConnection.call(1);
            assertThat(recordingConnection.next())
                    .hasSize(50_000 + "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"a\":\"\"}}".length());
            recordingConnection.call(2);
            assertThat(recordingConnection.next()).contains("\"id\":2");
        }
    }

    @Test
    void reportsABodyThatCannotBeDecompressed() throws Exception {
        RefusedException failure = failureOf(request -> {
            request.exchange().getResponseHeaders().add("Content-Encoding", "gzip");
            request.respondJson(request.resultMessage("{}"));
        });
        assertThat(failure).hasMessageContaining("decompressed");
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    /** A server that answers every request with the same bytes, and closes the connection. */
    private static final class RawServer implements AutoCloseable {

        private final ServerSocket serverSocket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        private final AtomicInteger connections = new AtomicInteger();

        RawServer(String answer) throws IOException {
            Thread.startVirtualThread(() -> serve(answer.getBytes(StandardCharsets.UTF_8)));
        }

        URI url() {
            return URI.create("http://127.0.0.1:" + serverSocket.getLocalPort() + "/mcp");
        }

        int connections() {
            return connections.get();
        }

        private void serve(byte[] answer) {
            try {
                while (true) {
                    try (Socket socket = serverSocket.accept()) {
                        connections.incrementAndGet();
                        var _ = socket.getInputStream().read(new byte[4096]);
                        socket.getOutputStream().write(answer);
                    }
                }
            } catch (IOException e) {
                // the server was closed
            }
        }

        @Override
        public void close() throws IOException {
            serverSocket.close();
        }
    }

    @Test
    void failsTheRequestWithoutEnoughMemory() throws Exception {
        try (SimulatedHttpServer server = new SimulatedHttpServer(request ->
                        request.respond(200, "application/json", "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"));
                RecordingConnection recordingConnection = new RecordingConnection(server.url());
                Upstream secondConnection = recordingConnection.newConnection()) {
            secondConnection.start(recordingConnection.withoutMemory());
            secondConnection.send(TestMessages.message(
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"t\"}}"));
            assertThat(recordingConnection.failure().code()).isEqualTo(ErrorCode.RESULT_TOO_LARGE);
        }
    }
}
