package dev.plimsoll.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests event streams with idle, lost, and slow connections, and many concurrent requests. */
class StreamTest {

    private static final int REQUEST_COUNT = 1_000;

    private static String rawPost(String session, String body) {
        return "POST /mcp/simulated HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: "
                + HttpServerFixture.BOTH_TYPES + "\r\nMcp-Session-Id: " + session + "\r\nContent-Length: "
                + body.length()
                + "\r\n\r\n" + body;
    }

    private static JsonNode nextReceived(SimulatedEchoServer server) throws InterruptedException {
        JsonNode message = server.received.poll(20, TimeUnit.SECONDS);
        assertThat(message).isNotNull();
        return java.util.Objects.requireNonNull(message);
    }

    @Test
    void answersThousandPipelinedRequestsInOrder() throws Exception {
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits();
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), httpServer.port())) {
            String session = httpServer.open();
            StringBuilder requests = new StringBuilder();
            for (int i = 0; i < REQUEST_COUNT; i++) {
                requests.append(rawPost(session, HttpServerFixture.call(i, "echo", "{}")));
            }
            Thread writer = Thread.ofVirtual().start(() -> write(socket, requests.toString()));
            socket.setSoTimeout(20_000);
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            StringBuilder read = new StringBuilder();
            char[] buffer = new char[1 << 14];
            for (int i = 0; i < REQUEST_COUNT; i++) {
                String answer = "\"id\":" + i + ",\"result\"";
                while (read.indexOf(answer) < 0) {
                    int count = in.read(buffer);
                    assertThat(count).isPositive();
                    read.append(buffer, 0, count);
                }
                read.delete(0, read.indexOf(answer) + answer.length());
            }
            writer.join();
        }
    }

    private static void write(Socket socket, String text) {
        try {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
            socket.getOutputStream().flush();
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void answersThousandConcurrentRequests() throws Exception {
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            String session = httpServer.open();
            Set<Integer> ids = new HashSet<>();
            var answers = java.util.stream.IntStream.range(0, REQUEST_COUNT)
                    .mapToObj(i -> httpServer.postAsync(session, HttpServerFixture.call(i, "echo", "{}")))
                    .toList();
            for (var answer : answers) {
                String body = answer.get(30, TimeUnit.SECONDS).body();
                ids.add(SimulatedEchoServer.JSON.readTree(body).get("id").asInt());
            }
            assertThat(ids).hasSize(REQUEST_COUNT);
        }
    }

    @Test
    void sendsKeepAliveComments() throws Exception {
        try (HttpServerFixture httpServer =
                new HttpServerFixture(HttpServerFixture.limitsWithKeepAlive(Duration.ofMillis(20)))) {
            String session = httpServer.open();
            SimulatedEchoServer server = httpServer.nextStartedServer();
            Iterator<String> lines = httpServer
                    .lines(httpServer
                            .request(session)
                            .POST(java.net.http.HttpRequest.BodyPublishers.ofString(
                                    HttpServerFixture.call(1, "work", "{}"))))
                    .body()
                    .iterator();
            for (int i = 0; i < 3; i++) {
                assertThat(lines.next()).isEqualTo(":");
                assertThat(lines.next()).isEmpty();
            }
            server.result(nextReceived(server), "{\"done\":true}");
            String line = lines.next();
            while (!line.startsWith("data:")) {
                line = lines.next();
            }
            assertThat(line).contains("\"done\":true");
        }
    }

    @Test
    void resumesStreamAfterLastEvent() throws Exception {
        try (HttpServerFixture httpServer = new HttpServerFixture(
                        HttpServerFixture.limitsWithKeepAlive(Duration.ofMillis(50)))
                .withRevision("2025-11-25")) {
            String session = httpServer.open();
            SimulatedEchoServer server = httpServer.nextStartedServer();
            String id = "";
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), httpServer.port())) {
                socket.setSoTimeout(20_000);
                write(socket, rawPost(session, HttpServerFixture.call(1, "work", "{\"_meta\":{\"progressToken\":1}}")));
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
                for (String line = in.readLine(); line != null && id.isEmpty(); line = in.readLine()) {
                    id = line.startsWith("id: ") ? line.substring(4) : "";
                }
            }
            JsonNode request = nextReceived(server);
            server.emit("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":1,"
                    + "\"progress\":1}}");
            server.result(request, "{\"done\":true}");
            String resumedStream = httpServer
                    .send(httpServer
                            .request(session)
                            .header("Last-Event-ID", id)
                            .GET())
                    .body();
            assertThat(resumedStream).containsSubsequence("notifications/progress", "\"done\":true");
            assertThat(httpServer
                            .post(session, HttpServerFixture.call(2, "echo", "{}"))
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void doesNotCancelOnLostConnection() throws Exception {
        try (HttpServerFixture httpServer =
                new HttpServerFixture(HttpServerFixture.limitsWithKeepAlive(Duration.ofMillis(20)))) {
            String session = httpServer.open();
            SimulatedEchoServer server = httpServer.nextStartedServer();
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), httpServer.port())) {
                write(socket, rawPost(session, HttpServerFixture.call(1, "work", "{}")));
                nextReceived(server);
            }
            assertThat(httpServer
                            .post(session, HttpServerFixture.call(2, "echo", "{}"))
                            .statusCode())
                    .isEqualTo(200);
            assertThat(server.received).isEmpty();
        }
    }

    @Test
    void slowReaderDoesNotBlockOtherSessions() throws Exception {
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits();
                Socket slowReader = new Socket(InetAddress.getLoopbackAddress(), httpServer.port())) {
            String session = httpServer.open();
            SimulatedEchoServer server = httpServer.nextStartedServer();
            write(
                    slowReader,
                    "GET /mcp/simulated HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nMcp-Session-Id: "
                            + session + "\r\n\r\n");
            slowReader.getInputStream().read();
            String longText = "x".repeat(100_000);
            for (int i = 0; i < 200; i++) {
                server.emit(
                        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":\"" + longText + "\"}");
            }
            String otherSession = httpServer.open();
            assertThat(httpServer
                            .post(otherSession, HttpServerFixture.call(1, "echo", "{}"))
                            .statusCode())
                    .isEqualTo(200);
        }
    }
}
