package dev.plimsoll.gateway.http.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.http.HttpServerFixture;
import dev.plimsoll.gateway.http.SimulatedEchoServer;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests sessions from {@code initialize} to their end, over real sockets. */
class ClientSessionTest {

    private static final String PROGRESS =
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":\"t\",\"progress\":1}}";
    private static final String TOOLS_CHANGED = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}";

    private static JsonNode nextReceived(SimulatedEchoServer server) throws InterruptedException {
        JsonNode message = server.received.poll(20, TimeUnit.SECONDS);
        assertThat(message).isNotNull();
        return java.util.Objects.requireNonNull(message);
    }

    private static String nextEventLine(Iterator<String> lines) {
        while (lines.hasNext()) {
            String line = lines.next();
            if (!line.isEmpty() && !line.startsWith(":") && !line.startsWith("id:") && !line.equals("data:")) {
                return line;
            }
        }
        return "the stream has ended";
    }

    @Test
    void sendsFastResponseAsJson() throws Exception {
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            String session = httpServer.open();
            HttpResponse<String> answer = httpServer.post(session, HttpServerFixture.call(1, "echo", "{\"a\":1.10}"));
            assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
            assertThat(answer.body()).contains("\"id\":1").contains("\"a\":1.1");
            assertThat(answer.headers().firstValue("Mcp-Session-Id")).isEmpty();
        }
    }

    @Test
    void sendsEventStreamIfMessagePrecedesResponse() throws Exception {
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            String session = httpServer.open();
            SimulatedEchoServer server = httpServer.nextStartedServer();
            CompletableFuture<HttpResponse<String>> answer = httpServer.postAsync(
                    session, HttpServerFixture.call(1, "work", "{\"_meta\":{\"progressToken\":\"t\"}}"));
            JsonNode request = nextReceived(server);
            server.emit(PROGRESS);
            server.result(request, "{\"done\":true}");
            HttpResponse<String> response = answer.get(20, TimeUnit.SECONDS);
            assertThat(response.headers().firstValue("Content-Type")).hasValue("text/event-stream");
            assertThat(response.body())
                    .containsSubsequence("data: {", "notifications/progress", "data: {", "\"done\":true");
        }
    }

    @Test
    void sendsOnlyResponseToClientWithoutEvents() throws Exception {
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            String session = httpServer.open();
            SimulatedEchoServer server = httpServer.nextStartedServer();
            CompletableFuture<HttpResponse<String>> answer = java.net.http.HttpClient.newHttpClient()
                    .sendAsync(
                            httpServer
                                    .request(session)
                                    .setHeader("Accept", "application/json")
                                    .POST(BodyPublishers.ofString(
                                            HttpServerFixture.call(1, "work", "{\"_meta\":{\"progressToken\":\"t\"}}")))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            JsonNode request = nextReceived(server);
            server.emit(PROGRESS);
            server.result(request, "{\"done\":true}");
            assertThat(answer.get(20, TimeUnit.SECONDS).body()).startsWith("{\"jsonrpc\"");
        }
    }

    @Test
    void acceptsClientNotificationsAndResponses() throws Exception {
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            String session = httpServer.open();
            SimulatedEchoServer server = httpServer.nextStartedServer();
            String notification = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";
            HttpResponse<String> accepted = httpServer.post(session, notification);
            assertThat(accepted.statusCode()).isEqualTo(202);
            assertThat(accepted.body()).isEmpty();
            assertThat(nextReceived(server).get("method").asString()).isEqualTo("notifications/initialized");
            assertThat(httpServer
                            .post(session, "{\"jsonrpc\":\"2.0\",\"id\":\"s1\",\"result\":{}}")
                            .statusCode())
                    .isEqualTo(202);
            assertThat(nextReceived(server).get("id").asString()).isEqualTo("s1");
        }
    }

    @Test
    void sendsServerMessagesOnGeneralStream() throws Exception {
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            String session = httpServer.open();
            SimulatedEchoServer server = httpServer.nextStartedServer();
            server.emit(TOOLS_CHANGED);
            HttpResponse<Stream<String>> stream =
                    httpServer.lines(httpServer.request(session).GET());
            Iterator<String> lines = stream.body().iterator();
            assertThat(nextEventLine(lines)).contains("list_changed");
            server.emit("{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"roots/list\"}");
            assertThat(nextEventLine(lines)).contains("roots/list");
        }
    }

    @Test
    void replacesGeneralStream() throws Exception {
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            String session = httpServer.open();
            Iterator<String> first =
                    httpServer.lines(httpServer.request(session).GET()).body().iterator();
            Iterator<String> second =
                    httpServer.lines(httpServer.request(session).GET()).body().iterator();
            assertThat(nextEventLine(first)).isEqualTo("the stream has ended");
            httpServer.nextStartedServer().emit(TOOLS_CHANGED);
            assertThat(nextEventLine(second)).contains("list_changed");
        }
    }

    @Test
    void answersBatchInRevisionsWithBatches() throws Exception {
        try (HttpServerFixture httpServer =
                HttpServerFixture.withGenerousLimits().withRevision("2025-03-26")) {
            String session = httpServer.open();
            String batch =
                    "[" + HttpServerFixture.call(1, "echo", "{}") + "," + HttpServerFixture.call(2, "echo", "{}") + "]";
            assertThat(SimulatedEchoServer.JSON.readTree(
                            httpServer.post(session, batch).body()))
                    .hasSize(2);
        }
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            String session = httpServer.open();
            assertThat(httpServer
                            .post(session, "[" + HttpServerFixture.call(1, "echo", "{}") + "]")
                            .statusCode())
                    .isEqualTo(400);
        }
    }

    @Test
    void endsStreamOfCancelledRequest() throws Exception {
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            String session = httpServer.open();
            SimulatedEchoServer server = httpServer.nextStartedServer();
            CompletableFuture<HttpResponse<String>> answer =
                    httpServer.postAsync(session, HttpServerFixture.call(1, "work", "{}"));
            nextReceived(server);
            httpServer.post(
                    session,
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}");
            assertThat(answer.get(20, TimeUnit.SECONDS).body()).doesNotContain("data");
            assertThat(nextReceived(server).get("method").asString()).isEqualTo("notifications/cancelled");
        }
    }

    @Test
    void closesServerOfEndedSession() throws Exception {
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            String session = httpServer.open();
            SimulatedEchoServer server = httpServer.nextStartedServer();
            assertThat(httpServer.send(httpServer.request(session).DELETE()).statusCode())
                    .isEqualTo(204);
            assertThat(httpServer
                            .post(session, HttpServerFixture.call(1, "echo", "{}"))
                            .statusCode())
                    .isEqualTo(404);
            assertThat(httpServer.send(httpServer.request(session).DELETE()).statusCode())
                    .isEqualTo(404);
            server.awaitClosed();
        }
    }

    @Test
    void endsSessionWhenServerStops() throws Exception {
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            String session = httpServer.open();
            SimulatedEchoServer server = httpServer.nextStartedServer();
            Iterator<String> stream =
                    httpServer.lines(httpServer.request(session).GET()).body().iterator();
            CompletableFuture<HttpResponse<String>> answer =
                    httpServer.postAsync(session, HttpServerFixture.call(1, "work", "{}"));
            nextReceived(server);
            server.end();
            assertThat(answer.get(20, TimeUnit.SECONDS).body()).contains("UPSTREAM_UNAVAILABLE");
            assertThat(nextEventLine(stream)).isEqualTo("the stream has ended");
            assertThat(httpServer
                            .post(session, HttpServerFixture.call(2, "echo", "{}"))
                            .statusCode())
                    .isEqualTo(404);
        }
    }

    @Test
    void opensNoSessionWhenServerRefuses() throws Exception {
        try (HttpServerFixture httpServer = HttpServerFixture.withGenerousLimits()) {
            HttpResponse<String> refused =
                    httpServer.post(null, HttpServerFixture.INITIALIZE.replace("2025-06-18", "refuse"));
            assertThat(refused.statusCode()).isEqualTo(200);
            assertThat(refused.body()).contains("-32602");
            assertThat(refused.headers().firstValue("Mcp-Session-Id")).isEmpty();
            httpServer.nextStartedServer();
        }
    }

    @Test
    void reportsServerThatCannotStart() throws Exception {
        try (HttpServerFixture httpServer =
                HttpServerFixture.withGenerousLimits().failToStart()) {
            HttpResponse<String> refused = httpServer.post(null, HttpServerFixture.INITIALIZE);
            assertThat(refused.statusCode()).isEqualTo(200);
            assertThat(refused.body()).contains("UPSTREAM_UNAVAILABLE").contains("no such file");
        }
    }

    @Test
    void endsSessionOfSilentServer() throws Exception {
        try (HttpServerFixture httpServer = new HttpServerFixture(
                        HttpServerFixture.limitsWithKeepAlive(Duration.ofMillis(20)))
                .startTimeout(Duration.ofMillis(60))) {
            HttpResponse<String> timedOut =
                    httpServer.post(null, HttpServerFixture.INITIALIZE.replace("2025-06-18", "silent"));
            assertThat(timedOut.body()).contains("UPSTREAM_UNAVAILABLE");
            String session = timedOut.headers().firstValue("Mcp-Session-Id").orElseThrow();
            assertThat(httpServer
                            .post(session, HttpServerFixture.call(1, "echo", "{}"))
                            .statusCode())
                    .isEqualTo(404);
        }
    }

    /** A session with an open event stream, which keeps the session in use. */
    private record UsedSession(String session, Iterator<String> stream) {}

    /**
     * Opens a session and its event stream. Tries again if the session has already ended, because its idle timeout is short.
     */
    private static UsedSession openUsedSession(HttpServerFixture httpServer) throws Exception {
        for (int i = 0; i < 100; i++) {
            String session = httpServer.open();
            httpServer.nextStartedServer();
            HttpResponse<Stream<String>> stream =
                    httpServer.lines(httpServer.request(session).GET());
            if (stream.statusCode() == 200) {
                return new UsedSession(session, stream.body().iterator());
            }
            assertThat(stream.statusCode()).isEqualTo(404);
        }
        throw new AssertionError("every session ended before its event stream was open");
    }

    @Test
    void endsUnusedSession() throws Exception {
        Duration idleTimeout = Duration.ofMillis(50);
        try (HttpServerFixture httpServer =
                new HttpServerFixture(HttpServerFixture.limits(1 << 20, 100, idleTimeout, Duration.ofMinutes(1)))) {
            // the used session is older, so it would end first if it were unused
            UsedSession usedSession = openUsedSession(httpServer);
            String unusedSession = httpServer.open();
            httpServer.nextStartedServer().awaitClosed();
            assertThat(httpServer
                            .post(unusedSession, HttpServerFixture.call(1, "echo", "{}"))
                            .statusCode())
                    .isEqualTo(404);
            assertThat(httpServer
                            .post(usedSession.session(), HttpServerFixture.call(1, "echo", "{}"))
                            .statusCode())
                    .isEqualTo(200);
            httpServer.send(httpServer.request(usedSession.session()).DELETE());
            assertThat(nextEventLine(usedSession.stream())).isEqualTo("the stream has ended");
        }
    }

    @Test
    void limitsSessions() throws Exception {
        Duration minute = Duration.ofMinutes(1);
        try (HttpServerFixture httpServer =
                new HttpServerFixture(HttpServerFixture.limits(1 << 20, 2, minute, minute))) {
            String first = httpServer.open();
            httpServer.open();
            HttpResponse<String> third = httpServer.post(null, HttpServerFixture.INITIALIZE);
            assertThat(third.statusCode()).isEqualTo(503);
            assertThat(third.headers().firstValue("Retry-After")).isPresent();
            assertThat(third.body()).contains("RATE_LIMITED").contains("sessions.max");
            httpServer.send(httpServer.request(first).DELETE());
            httpServer.open();
        }
    }
}
