package dev.plimsoll.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.auth.Identification;
import dev.plimsoll.gateway.auth.RequestCredentials;
import dev.plimsoll.gateway.http.exchange.HttpLimits;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.testkit.Await;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests the transport HTTP+SSE of revision 2024-11-05. */
@NullMarked
class LegacySseTest {

    private static final String INITIALIZE =
            "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2024-11-05\"}}";
    private static final Duration LONG_DURATION = Duration.ofMinutes(5);

    /** An event stream of a client, and the URL that its first event names. */
    private static final class Client implements AutoCloseable {

        private final HttpServerFixture httpServer;
        private final Stream<String> lines;
        private final Iterator<String> iterator;
        private final String postUrl;

        Client(HttpServerFixture httpServer, String path) throws Exception {
            this.httpServer = httpServer;
            HttpResponse<Stream<String>> response =
                    httpServer.lines(request(httpServer, path).GET());
            assertThat(response.statusCode()).isEqualTo(200);
            this.lines = response.body();
            this.iterator = lines.iterator();
            assertThat(iterator.next()).isEqualTo("event: endpoint");
            this.postUrl = iterator.next().substring("data: ".length());
        }

        static HttpRequest.Builder request(HttpServerFixture httpServer, String path) {
            return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + httpServer.port() + path))
                    .timeout(Duration.ofSeconds(30))
                    .header("Content-Type", "application/json")
                    .header("Accept", "text/event-stream");
        }

        HttpResponse<String> post(String body) throws Exception {
            return httpServer.send(request(httpServer, postUrl).POST(BodyPublishers.ofString(body)));
        }

        /** Posts a message, which must be accepted. */
        void send(String body) throws Exception {
            HttpResponse<String> response = post(body);
            assertThat(response.statusCode()).as(response.body()).isEqualTo(202);
            assertThat(response.body()).isEmpty();
        }

        JsonNode nextMessage() {
            String line = iterator.next();
            while (!line.equals("event: message")) {
                assertThat(line).matches(":?");
                line = iterator.next();
            }
            return SimulatedEchoServer.JSON.readTree(iterator.next().substring("data: ".length()));
        }

        /** Returns whether the stream ends, after any number of comments. */
        boolean isAtEnd() {
            while (iterator.hasNext()) {
                assertThat(iterator.next()).matches(":?");
            }
            return true;
        }

        Client initialize() throws Exception {
            send(INITIALIZE);
            assertThat(nextMessage().at("/result/protocolVersion").asString()).isNotEmpty();
            return this;
        }

        @Override
        public void close() {
            lines.close();
        }
    }

    private static HttpServerFixture serve() throws Exception {
        return new HttpServerFixture(HttpServerFixture.limitsWithKeepAlive(Duration.ofMillis(50)));
    }

    private static Client connect(HttpServerFixture httpServer) throws Exception {
        return new Client(httpServer, "/sse/simulated");
    }

    private static JsonNode nextReceived(SimulatedEchoServer server) throws InterruptedException {
        return Objects.requireNonNull(server.received.poll(20, TimeUnit.SECONDS), "no message");
    }

    @Test
    void sendsAllMessagesThroughTheStream() throws Exception {
        try (HttpServerFixture httpServer = serve();
                Client client = connect(httpServer).initialize()) {
            SimulatedEchoServer server = httpServer.nextStartedServer();
            client.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
            assertThat(nextReceived(server).get("method").asString()).isEqualTo("notifications/initialized");
            client.send(HttpServerFixture.call(1, "work", "{}"));
            JsonNode work = nextReceived(server);
            server.emit("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"elicitation/create\",\"params\":{}}");
            assertThat(client.nextMessage().get("method").asString()).isEqualTo("elicitation/create");
            // a call is pending, and the client can still send
            client.send("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"action\":\"decline\"}}");
            assertThat(nextReceived(server).at("/result/action").asString()).isEqualTo("decline");
            server.result(work, "{\"done\":true}");
            assertThat(client.nextMessage().at("/result/done").asBoolean()).isTrue();
        }
    }

    @Test
    void acceptsRequestsWhileTheServerWorks() throws Exception {
        try (HttpServerFixture httpServer = serve();
                Client client = connect(httpServer).initialize()) {
            client.send(HttpServerFixture.call(1, "hold", "{}"));
            client.send(HttpServerFixture.call(2, "echo", "{}"));
            assertThat(client.nextMessage().get("id").asInt()).isEqualTo(2);
            httpServer.nextStartedServer().release();
            assertThat(client.nextMessage().get("id").asInt()).isEqualTo(1);
        }
    }

    @Test
    void failsPendingRequestsBeforeTheStreamEnds() throws Exception {
        try (HttpServerFixture httpServer = serve();
                Client client = connect(httpServer).initialize()) {
            SimulatedEchoServer server = httpServer.nextStartedServer();
            for (int i = 1; i <= 50; i++) {
                client.send(HttpServerFixture.call(i, "work", "{}"));
            }
            server.end();
            for (int i = 1; i <= 50; i++) {
                assertThat(client.nextMessage().get("error").toString()).contains("UPSTREAM_UNAVAILABLE");
            }
            assertThat(client.isAtEnd()).isTrue();
        }
    }

    @Test
    void limitsOpenRequestsOfAnonymousSessions() throws Exception {
        HttpLimits limits = new HttpLimits(1 << 20, 100, LONG_DURATION, 2, Duration.ofMillis(50));
        try (HttpServerFixture httpServer = new HttpServerFixture(limits);
                Client client = connect(httpServer).initialize()) {
            client.send(HttpServerFixture.call(1, "work", "{}"));
            client.send(HttpServerFixture.call(2, "work", "{}"));
            HttpResponse<String> refused = client.post(HttpServerFixture.call(3, "work", "{}"));
            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.body()).contains("RATE_LIMITED", "\"id\":3");
            client.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}");
            Await.until(
                    "the cancelled request leaves room",
                    () -> client.post(HttpServerFixture.call(4, "echo", "{}")).statusCode() == 202);
        }
    }

    @Test
    void allowsTheNextRequestAfterEachResponse() throws Exception {
        try (HttpServerFixture httpServer = serveNamedCallers(1);
                Client client = connect(httpServer).initialize()) {
            for (int i = 1; i <= 200; i++) {
                client.send(HttpServerFixture.call(i, "echo", "{}"));
                assertThat(client.nextMessage().get("id").asInt()).isEqualTo(i);
            }
        }
    }

    @Test
    void isNoSessionOverStreamableHttp() throws Exception {
        try (HttpServerFixture httpServer = serve();
                Client client = connect(httpServer)) {
            String id = client.postUrl.substring(client.postUrl.indexOf("sessionId=") + "sessionId=".length());
            assertThat(httpServer
                            .post(id, HttpServerFixture.call(1, "echo", "{}"))
                            .statusCode())
                    .isEqualTo(404);
            String session = httpServer.open();
            assertThat(status(
                            httpServer, "/sse/simulated?sessionId=" + session, HttpServerFixture.call(1, "echo", "{}")))
                    .isEqualTo(404);
        }
    }

    @Test
    void opensAnotherStreamWithTheUrlOfAnEarlierOne() throws Exception {
        try (HttpServerFixture httpServer = serve();
                Client first = connect(httpServer);
                Client second = new Client(httpServer, first.postUrl)) {
            second.initialize();
        }
    }

    @Test
    void keepsTheQueryOfTheStream() throws Exception {
        try (HttpServerFixture httpServer = serve();
                Client client = new Client(httpServer, "/sse/simulated?maxTokens=500")) {
            assertThat(client.postUrl).startsWith("/sse/simulated?maxTokens=500&sessionId=");
        }
    }

    @Test
    void namesThePublicPathBehindProxy() throws Exception {
        URI publicUrl = URI.create("https://example.com/tools");
        try (HttpServerFixture httpServer = HttpServerFixture.withIdentification(
                        HttpServerFixture.loopbackAddress(publicUrl), Identification.none());
                Client client = connect(httpServer)) {
            assertThat(client.postUrl).startsWith("/tools/sse/simulated?sessionId=");
        }
    }

    @Test
    void endsTheSessionWithTheStream() throws Exception {
        try (HttpServerFixture httpServer = serve()) {
            Client client = connect(httpServer).initialize();
            assertThat(httpServer.poolUsage("sessions.max").used()).isEqualTo(1);
            client.close();
            Await.until(
                    "the session ends",
                    () -> httpServer.poolUsage("sessions.max").used() == 0);
            assertThat(client.post(HttpServerFixture.call(1, "echo", "{}")).statusCode())
                    .isEqualTo(404);
        }
    }

    @Test
    void endsTheStreamWithTheServer() throws Exception {
        try (HttpServerFixture httpServer = serve();
                Client client = connect(httpServer).initialize()) {
            httpServer.nextStartedServer().end();
            assertThat(client.isAtEnd()).isTrue();
        }
    }

    @Test
    void passesErrorsOfInitializeAndEndsTheStream() throws Exception {
        try (HttpServerFixture httpServer = serve();
                Client client = connect(httpServer)) {
            client.send(INITIALIZE.replace("2024-11-05", "refuse"));
            assertThat(client.nextMessage().at("/error/code").asInt()).isEqualTo(-32602);
            assertThat(client.isAtEnd()).isTrue();
        }
    }

    @Test
    void reportsServerThatCannotStart() throws Exception {
        try (HttpServerFixture httpServer = serve().failToStart();
                Client client = connect(httpServer)) {
            client.send(INITIALIZE);
            assertThat(client.nextMessage().get("error").toString()).contains("UPSTREAM_UNAVAILABLE");
            assertThat(client.isAtEnd()).isTrue();
            Await.until(
                    "the session ends",
                    () -> httpServer.poolUsage("sessions.max").used() == 0);
        }
    }

    @Test
    void endsStreamOfClientThatDoesNotInitialize() throws Exception {
        try (HttpServerFixture httpServer = serve().startTimeout(Duration.ofMillis(200));
                Client client = connect(httpServer)) {
            assertThat(client.isAtEnd()).isTrue();
            assertThat(client.post(INITIALIZE).body()).contains("open the event stream again");
            assertThat(httpServer.logText()).contains("it was not initialized in time");
        }
    }

    @Test
    void refusesRequestsThatItCannotServe() throws Exception {
        try (HttpServerFixture httpServer = serve();
                Client client = connect(httpServer)) {
            assertThat(client.post(HttpServerFixture.call(1, "echo", "{}")).body())
                    .contains("the session is not initialized");
            client.initialize();
            assertThat(client.post(INITIALIZE).body()).contains("the session is already initialized");
            assertThat(client.post("[]").statusCode()).isEqualTo(400);
            assertThat(client.post("{").body()).contains("-32700");
            String modern = HttpServerFixture.call(
                    2, "ping", "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}}");
            client.send(modern);
            JsonNode refusal = client.nextMessage();
            assertThat(refusal.get("id").asInt()).isEqualTo(2);
            assertThat(refusal.at("/error/code").asInt()).isEqualTo(-32022);
            assertThat(refusal.at("/error/data/supported").toString()).contains("2024-11-05", "2025-11-25");
            assertThat(status(httpServer, "/sse/simulated", HttpServerFixture.call(1, "echo", "{}")))
                    .isEqualTo(400);
            assertThat(status(httpServer, "/sse/simulated?sessionId=none", HttpServerFixture.call(1, "echo", "{}")))
                    .isEqualTo(404);
            assertThat(status(httpServer, "/sse/other", INITIALIZE)).isEqualTo(404);
            assertThat(httpServer
                            .send(Client.request(httpServer, "/sse/simulated").DELETE())
                            .statusCode())
                    .isEqualTo(405);
            assertThat(httpServer
                            .send(HttpRequest.newBuilder(
                                            URI.create("http://127.0.0.1:" + httpServer.port() + "/sse/simulated"))
                                    .header("Accept", "application/json")
                                    .GET())
                            .statusCode())
                    .isEqualTo(406);
        }
    }

    private static int status(HttpServerFixture httpServer, String path, String body) throws Exception {
        return httpServer
                .send(Client.request(httpServer, path).POST(BodyPublishers.ofString(body)))
                .statusCode();
    }

    /** Identifies callers by the header {@code Authorization}, which is their name. */
    private static final class NameIdentification implements Identification {

        @Override
        public AuthenticatedCaller identify(RequestCredentials requestCredentials) {
            return new AuthenticatedCaller(
                    requestCredentials.authorization().isEmpty()
                            ? "nobody"
                            : requestCredentials.authorization().get(0),
                    Tier.ADMIN);
        }

        @Override
        public List<String> issuers() {
            return List.of();
        }

        @Override
        public List<String> scopes() {
            return List.of();
        }
    }

    private static HttpServerFixture serveNamedCallers(int maxInFlight) throws Exception {
        HttpLimits limits = new HttpLimits(1 << 20, 100, LONG_DURATION, maxInFlight, Duration.ofMillis(50));
        return new HttpServerFixture(limits, HttpServerFixture.loopbackAddress(null), new NameIdentification());
    }

    @Test
    void refusesOtherCallers() throws Exception {
        try (HttpServerFixture httpServer = serveNamedCallers(2);
                Client client = connect(httpServer).initialize()) {
            HttpRequest.Builder request = Client.request(httpServer, client.postUrl)
                    .header("Authorization", "other")
                    .POST(BodyPublishers.ofString(HttpServerFixture.call(1, "echo", "{}")));
            assertThat(httpServer.send(request).statusCode()).isEqualTo(404);
        }
    }

    @Test
    void limitsPendingRequests() throws Exception {
        try (HttpServerFixture httpServer = serveNamedCallers(1);
                Client client = connect(httpServer).initialize()) {
            client.send(HttpServerFixture.call(1, "work", "{}"));
            assertThat(client.post(HttpServerFixture.call(2, "work", "{}")).statusCode())
                    .isEqualTo(429);
            SimulatedEchoServer server = httpServer.nextStartedServer();
            server.result(nextReceived(server), "{}");
            assertThat(client.nextMessage().get("id").asInt()).isEqualTo(1);
            client.send(HttpServerFixture.call(3, "echo", "{}"));
            assertThat(client.nextMessage().get("id").asInt()).isEqualTo(3);
        }
    }

    @Test
    void releasesPendingRequestsOfClosedStream() throws Exception {
        try (HttpServerFixture httpServer = serveNamedCallers(2)) {
            for (int i = 0; i < 3; i++) {
                Client client = connect(httpServer).initialize();
                SimulatedEchoServer server = httpServer.nextStartedServer();
                client.send(HttpServerFixture.call(1, "work", "{}"));
                client.send(HttpServerFixture.call(2, "work", "{}"));
                assertThat(nextReceived(server)).isNotNull();
                client.close();
                Await.until(
                        "the session ends",
                        () -> httpServer.poolUsage("sessions.max").used() == 0);
            }
        }
    }
}
