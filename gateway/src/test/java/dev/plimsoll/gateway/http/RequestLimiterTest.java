package dev.plimsoll.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.auth.Identification;
import dev.plimsoll.gateway.auth.NewToken;
import dev.plimsoll.gateway.config.model.AccessConfig;
import dev.plimsoll.gateway.config.model.CallerToken;
import dev.plimsoll.gateway.config.model.TrafficConfig;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.policy.Tier;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests the limit on concurrent requests of one caller. */
class RequestLimiterTest {

    private static final Duration LONG = Duration.ofMinutes(5);
    private static final String META = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

    private final NewToken alice = NewToken.from(new SplittableRandom(1));
    private final NewToken bob = NewToken.from(new SplittableRandom(2));

    private HttpServerFixture front(int most, Duration keepAlive) throws Exception {
        AccessConfig accessConfig = new AccessConfig(
                List.of(
                        new CallerToken("alice", alice.hash(), Tier.ADMIN, null),
                        new CallerToken("bob", bob.hash(), Tier.ADMIN, null)),
                null,
                null,
                null,
                TrafficConfig.defaults());
        Log log = new Log(new PrintStream(new ByteArrayOutputStream()), LogSeverity.OFF);
        Identification identification = Identification.of(accessConfig, InstantSource.system(), log);
        return new HttpServerFixture(
                new HttpLimits(1 << 20, 100, LONG, most, keepAlive), HttpServerFixture.listening(null), identification);
    }

    private static HttpRequest.Builder asking(HttpServerFixture front, String method, NewToken token) {
        String body = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"" + method + "\",\"params\":{" + META + "}}";
        return front.request(null)
                .header("Authorization", "Bearer " + token.text())
                .header("MCP-Protocol-Version", "2026-07-28")
                .header("Mcp-Method", method)
                .POST(BodyPublishers.ofString(body));
    }

    private static CompletableFuture<HttpResponse<String>> asked(HttpServerFixture front, HttpRequest.Builder request) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return front.send(request);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private static void answers(SimulatedEchoServer server) throws InterruptedException {
        JsonNode asked = server.received.poll(20, TimeUnit.SECONDS);
        server.result(asked, "{\"resultType\":\"complete\"}");
    }

    @Test
    void limitsEachCallerSeparately() throws Exception {
        try (HttpServerFixture front = front(2, LONG)) {
            List<CompletableFuture<HttpResponse<String>>> waiting = new ArrayList<>();
            List<SimulatedEchoServer> servers = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                waiting.add(asked(front, asking(front, "slow", alice)));
                servers.add(front.server());
            }
            HttpResponse<String> refused = front.send(asking(front, "echo", alice));
            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
            assertThat(refused.body())
                    .contains("\"id\":7")
                    .contains("RATE_LIMITED")
                    .contains("maxInFlight");
            assertThat(front.send(asking(front, "echo", bob)).statusCode()).isEqualTo(200);
            answers(servers.get(0));
            assertThat(CompletableFuture.anyOf(waiting.toArray(CompletableFuture[]::new))
                            .get(20, TimeUnit.SECONDS))
                    .isNotNull();
            assertThat(front.send(asking(front, "echo", alice)).statusCode()).isEqualTo(200);
            answers(servers.get(1));
        }
    }

    @Test
    void releasesDisconnectedAndRefusedRequests() throws Exception {
        try (HttpServerFixture front = front(1, Duration.ofMillis(20))) {
            HttpResponse<Stream<String>> stream = front.lines(asking(front, "slow", alice));
            SimulatedEchoServer server = front.server();
            assertThat(front.send(asking(front, "echo", alice)).statusCode()).isEqualTo(429);
            assertThat(front.send(asking(front, "echo", alice)).statusCode()).isEqualTo(429);
            stream.body().close();
            server.awaitClosed();
            awaitRoom(front);
            HttpRequest.Builder wrong = asking(front, "echo", alice).setHeader("Mcp-Method", "other");
            assertThat(front.send(wrong).statusCode()).isEqualTo(400);
            assertThat(front.send(asking(front, "echo", alice)).statusCode()).isEqualTo(200);
        }
    }

    /** Waits until a request is admitted: the server receives a cancellation slightly before the permit is free. */
    private void awaitRoom(HttpServerFixture front) throws Exception {
        awaitRoom(front, asking(front, "echo", alice));
    }

    private static void awaitRoom(HttpServerFixture front, HttpRequest.Builder request) throws Exception {
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        int status = 429;
        while (status == 429 && System.nanoTime() < deadline) {
            status = front.send(request).statusCode();
        }
        assertThat(status).isEqualTo(200);
    }

    @Test
    void releasesCancelledRequests() throws Exception {
        try (HttpServerFixture front = front(1, LONG)) {
            HttpResponse<String> opened = front.send(front.request(null)
                    .header("Authorization", "Bearer " + alice.text())
                    .POST(BodyPublishers.ofString(HttpServerFixture.OPENING)));
            String session = opened.headers().firstValue("Mcp-Session-Id").orElseThrow();
            CompletableFuture<HttpResponse<String>> slow =
                    asked(front, inSession(front, session, HttpServerFixture.call(1, "slow", "{}")));
            SimulatedEchoServer server = front.server();
            assertThat(server.received.poll(20, TimeUnit.SECONDS)).isNotNull();
            String echo = HttpServerFixture.call(2, "echo", "{}");
            assertThat(front.send(inSession(front, session, echo)).statusCode()).isEqualTo(429);
            String cancelled =
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}";
            assertThat(front.send(inSession(front, session, cancelled)).statusCode())
                    .isEqualTo(202);
            slow.get(20, TimeUnit.SECONDS);
            awaitRoom(front, inSession(front, session, echo));
        }
    }

    private HttpRequest.Builder inSession(HttpServerFixture front, String session, String body) {
        return front.request(session)
                .header("Authorization", "Bearer " + alice.text())
                .POST(BodyPublishers.ofString(body));
    }

    @Test
    void countsEachRequestOfBatch() throws Exception {
        try (HttpServerFixture front = front(2, LONG).withRevision("2025-03-26")) {
            HttpResponse<String> opened = front.send(front.request(null)
                    .header("Authorization", "Bearer " + alice.text())
                    .POST(BodyPublishers.ofString(HttpServerFixture.OPENING)));
            String session = opened.headers().firstValue("Mcp-Session-Id").orElseThrow();
            String echo = HttpServerFixture.call(1, "echo", "{}");
            String other = HttpServerFixture.call(2, "echo", "{}");
            String third = HttpServerFixture.call(3, "echo", "{}");
            assertThat(front.send(inSession(front, session, "[" + echo + "," + other + "," + third + "]"))
                            .statusCode())
                    .isEqualTo(400);
            assertThat(front.send(inSession(front, session, "[" + echo + "," + other + "]"))
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void doesNotCountSubscriptionsAndAnonymousCallers() throws Exception {
        try (HttpServerFixture front = front(1, Duration.ofMillis(20))) {
            HttpResponse<Stream<String>> stream = front.lines(asking(front, "subscriptions/listen", alice));
            assertThat(front.send(asking(front, "echo", alice)).statusCode()).isEqualTo(200);
            stream.body().close();
        }
        HttpLimits one = new HttpLimits(1 << 20, 100, LONG, 1, LONG);
        try (HttpServerFixture front =
                new HttpServerFixture(one, HttpServerFixture.listening(null), Identification.none())) {
            CompletableFuture<HttpResponse<String>> slow = asked(front, asking(front, "slow", alice));
            SimulatedEchoServer server = front.server();
            assertThat(front.send(asking(front, "echo", alice)).statusCode()).isEqualTo(200);
            answers(server);
            assertThat(slow.get(20, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
        }
    }
}
