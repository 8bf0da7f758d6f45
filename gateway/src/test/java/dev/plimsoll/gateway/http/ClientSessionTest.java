package dev.plimsoll.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests sessions from {@code initialize} to the end, over real sockets. */
class ClientSessionTest {

    private static final String PROGRESS =
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":\"t\",\"progress\":1}}";
    private static final String CHANGED = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}";

    private static JsonNode heard(SimulatedEchoServer server) throws InterruptedException {
        JsonNode message = server.received.poll(20, TimeUnit.SECONDS);
        assertThat(message).isNotNull();
        return java.util.Objects.requireNonNull(message);
    }

    private static String next(Iterator<String> lines) {
        while (lines.hasNext()) {
            String line = lines.next();
            if (!line.isEmpty() && !line.startsWith(":") && !line.startsWith("id:") && !line.equals("data:")) {
                return line;
            }
        }
        return "the stream has ended";
    }

    @Test
    void sendsFastResponseAsDocument() throws Exception {
        try (HttpServerFixture front = HttpServerFixture.roomy()) {
            String session = front.open();
            HttpResponse<String> answer = front.post(session, HttpServerFixture.call(1, "echo", "{\"a\":1.10}"));
            assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
            assertThat(answer.body()).contains("\"id\":1").contains("\"a\":1.1");
            assertThat(answer.headers().firstValue("Mcp-Session-Id")).isEmpty();
        }
    }

    @Test
    void sendsStreamAfterEarlierMessage() throws Exception {
        try (HttpServerFixture front = HttpServerFixture.roomy()) {
            String session = front.open();
            SimulatedEchoServer server = front.server();
            CompletableFuture<HttpResponse<String>> answer = front.postAsync(
                    session, HttpServerFixture.call(1, "work", "{\"_meta\":{\"progressToken\":\"t\"}}"));
            JsonNode request = heard(server);
            server.emit(PROGRESS);
            server.result(request, "{\"done\":true}");
            HttpResponse<String> streamed = answer.get(20, TimeUnit.SECONDS);
            assertThat(streamed.headers().firstValue("Content-Type")).hasValue("text/event-stream");
            assertThat(streamed.body())
                    .containsSubsequence("data: {", "notifications/progress", "data: {", "\"done\":true");
        }
    }

    @Test
    void sendsOnlyResponseToClientWithoutEvents() throws Exception {
        try (HttpServerFixture front = HttpServerFixture.roomy()) {
            String session = front.open();
            SimulatedEchoServer server = front.server();
            CompletableFuture<HttpResponse<String>> answer = java.net.http.HttpClient.newHttpClient()
                    .sendAsync(
                            front.request(session)
                                    .setHeader("Accept", "application/json")
                                    .POST(BodyPublishers.ofString(
                                            HttpServerFixture.call(1, "work", "{\"_meta\":{\"progressToken\":\"t\"}}")))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            JsonNode request = heard(server);
            server.emit(PROGRESS);
            server.result(request, "{\"done\":true}");
            assertThat(answer.get(20, TimeUnit.SECONDS).body()).startsWith("{\"jsonrpc\"");
        }
    }

    @Test
    void acceptsClientNotificationsAndResponses() throws Exception {
        try (HttpServerFixture front = HttpServerFixture.roomy()) {
            String session = front.open();
            SimulatedEchoServer server = front.server();
            String notification = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";
            HttpResponse<String> taken = front.post(session, notification);
            assertThat(taken.statusCode()).isEqualTo(202);
            assertThat(taken.body()).isEmpty();
            assertThat(heard(server).get("method").asString()).isEqualTo("notifications/initialized");
            assertThat(front.post(session, "{\"jsonrpc\":\"2.0\",\"id\":\"s1\",\"result\":{}}")
                            .statusCode())
                    .isEqualTo(202);
            assertThat(heard(server).get("id").asString()).isEqualTo("s1");
        }
    }

    @Test
    void sendsServerMessagesOnOpenStream() throws Exception {
        try (HttpServerFixture front = HttpServerFixture.roomy()) {
            String session = front.open();
            SimulatedEchoServer server = front.server();
            server.emit(CHANGED);
            HttpResponse<Stream<String>> stream =
                    front.lines(front.request(session).GET());
            Iterator<String> lines = stream.body().iterator();
            assertThat(next(lines)).contains("list_changed");
            server.emit("{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"roots/list\"}");
            assertThat(next(lines)).contains("roots/list");
        }
    }

    @Test
    void replacesOpenStream() throws Exception {
        try (HttpServerFixture front = HttpServerFixture.roomy()) {
            String session = front.open();
            Iterator<String> first =
                    front.lines(front.request(session).GET()).body().iterator();
            Iterator<String> second =
                    front.lines(front.request(session).GET()).body().iterator();
            assertThat(next(first)).isEqualTo("the stream has ended");
            front.server().emit(CHANGED);
            assertThat(next(second)).contains("list_changed");
        }
    }

    @Test
    void answersBatchInRevisionsWithBatches() throws Exception {
        try (HttpServerFixture front = HttpServerFixture.roomy().withRevision("2025-03-26")) {
            String session = front.open();
            String batch =
                    "[" + HttpServerFixture.call(1, "echo", "{}") + "," + HttpServerFixture.call(2, "echo", "{}") + "]";
            assertThat(SimulatedEchoServer.JSON.readTree(
                            front.post(session, batch).body()))
                    .hasSize(2);
        }
        try (HttpServerFixture front = HttpServerFixture.roomy()) {
            String session = front.open();
            assertThat(front.post(session, "[" + HttpServerFixture.call(1, "echo", "{}") + "]")
                            .statusCode())
                    .isEqualTo(400);
        }
    }

    @Test
    void endsStreamOfCancelledRequest() throws Exception {
        try (HttpServerFixture front = HttpServerFixture.roomy()) {
            String session = front.open();
            SimulatedEchoServer server = front.server();
            CompletableFuture<HttpResponse<String>> answer =
                    front.postAsync(session, HttpServerFixture.call(1, "work", "{}"));
            heard(server);
            front.post(
                    session,
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}");
            assertThat(answer.get(20, TimeUnit.SECONDS).body()).doesNotContain("data");
            assertThat(heard(server).get("method").asString()).isEqualTo("notifications/cancelled");
        }
    }

    @Test
    void closesServerOfEndedSession() throws Exception {
        try (HttpServerFixture front = HttpServerFixture.roomy()) {
            String session = front.open();
            SimulatedEchoServer server = front.server();
            assertThat(front.send(front.request(session).DELETE()).statusCode()).isEqualTo(204);
            assertThat(front.post(session, HttpServerFixture.call(1, "echo", "{}"))
                            .statusCode())
                    .isEqualTo(404);
            assertThat(front.send(front.request(session).DELETE()).statusCode()).isEqualTo(404);
            server.awaitClosed();
        }
    }

    @Test
    void endsSessionWhenServerStops() throws Exception {
        try (HttpServerFixture front = HttpServerFixture.roomy()) {
            String session = front.open();
            SimulatedEchoServer server = front.server();
            Iterator<String> stream =
                    front.lines(front.request(session).GET()).body().iterator();
            CompletableFuture<HttpResponse<String>> answer =
                    front.postAsync(session, HttpServerFixture.call(1, "work", "{}"));
            heard(server);
            server.end();
            assertThat(answer.get(20, TimeUnit.SECONDS).body()).contains("UPSTREAM_UNAVAILABLE");
            assertThat(next(stream)).isEqualTo("the stream has ended");
            assertThat(front.post(session, HttpServerFixture.call(2, "echo", "{}"))
                            .statusCode())
                    .isEqualTo(404);
        }
    }

    @Test
    void opensNoSessionWhenServerRefuses() throws Exception {
        try (HttpServerFixture front = HttpServerFixture.roomy()) {
            HttpResponse<String> refused = front.post(null, HttpServerFixture.OPENING.replace("2025-06-18", "refuse"));
            assertThat(refused.statusCode()).isEqualTo(200);
            assertThat(refused.body()).contains("-32602");
            assertThat(refused.headers().firstValue("Mcp-Session-Id")).isEmpty();
            front.server();
        }
    }

    @Test
    void reportsServerThatCannotStart() throws Exception {
        try (HttpServerFixture front = HttpServerFixture.roomy().failToStart()) {
            HttpResponse<String> refused = front.post(null, HttpServerFixture.OPENING);
            assertThat(refused.statusCode()).isEqualTo(200);
            assertThat(refused.body()).contains("UPSTREAM_UNAVAILABLE").contains("no such file");
        }
    }

    @Test
    void endsSessionOfSilentServer() throws Exception {
        try (HttpServerFixture front = new HttpServerFixture(HttpServerFixture.quickLimits(Duration.ofMillis(20)))
                .startTimeout(Duration.ofMillis(60))) {
            HttpResponse<String> late = front.post(null, HttpServerFixture.OPENING.replace("2025-06-18", "silent"));
            assertThat(late.body()).contains("UPSTREAM_UNAVAILABLE");
            String session = late.headers().firstValue("Mcp-Session-Id").orElseThrow();
            assertThat(front.post(session, HttpServerFixture.call(1, "echo", "{}"))
                            .statusCode())
                    .isEqualTo(404);
        }
    }

    /** A session, and the event stream that keeps it in use. */
    private record InUse(String session, Iterator<String> stream) {}

    /** Opens a session with a stream. Tries again if a short-lived session has ended before its stream is open. */
    private static InUse inUse(HttpServerFixture front) throws Exception {
        for (int i = 0; i < 100; i++) {
            String session = front.open();
            front.server();
            HttpResponse<Stream<String>> stream =
                    front.lines(front.request(session).GET());
            if (stream.statusCode() == 200) {
                return new InUse(session, stream.body().iterator());
            }
            assertThat(stream.statusCode()).isEqualTo(404);
        }
        throw new AssertionError("no session came into use in time");
    }

    @Test
    void endsUnusedSession() throws Exception {
        Duration idle = Duration.ofMillis(50);
        try (HttpServerFixture front =
                new HttpServerFixture(HttpServerFixture.limits(1 << 20, 100, idle, Duration.ofMinutes(1)))) {
            // the session in use is the older one, which would otherwise end first
            InUse used = inUse(front);
            String unused = front.open();
            front.server().awaitClosed();
            assertThat(front.post(unused, HttpServerFixture.call(1, "echo", "{}"))
                            .statusCode())
                    .isEqualTo(404);
            assertThat(front.post(used.session(), HttpServerFixture.call(1, "echo", "{}"))
                            .statusCode())
                    .isEqualTo(200);
            front.send(front.request(used.session()).DELETE());
            assertThat(next(used.stream())).isEqualTo("the stream has ended");
        }
    }

    @Test
    void limitsSessions() throws Exception {
        Duration minute = Duration.ofMinutes(1);
        try (HttpServerFixture front = new HttpServerFixture(HttpServerFixture.limits(1 << 20, 2, minute, minute))) {
            String first = front.open();
            front.open();
            HttpResponse<String> third = front.post(null, HttpServerFixture.OPENING);
            assertThat(third.statusCode()).isEqualTo(503);
            assertThat(third.headers().firstValue("Retry-After")).isPresent();
            assertThat(third.body()).contains("RATE_LIMITED").contains("sessions.max");
            front.send(front.request(first).DELETE());
            front.open();
        }
    }
}
