package dev.plimsoll.gateway.http.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.access.AccessRules;
import dev.plimsoll.gateway.auth.Identification;
import dev.plimsoll.gateway.auth.check.IdentificationFactory;
import dev.plimsoll.gateway.auth.check.NewToken;
import dev.plimsoll.gateway.config.model.AccessConfig;
import dev.plimsoll.gateway.config.model.CallerToken;
import dev.plimsoll.gateway.config.model.TrafficConfig;
import dev.plimsoll.gateway.http.HttpServerFixture;
import dev.plimsoll.gateway.http.SimulatedEchoServer;
import dev.plimsoll.gateway.http.exchange.HttpLimits;
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

    private static final Duration LONG_TIMEOUT = Duration.ofMinutes(5);
    private static final String META = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

    private final NewToken alice = NewToken.from(new SplittableRandom(1));
    private final NewToken bob = NewToken.from(new SplittableRandom(2));

    private HttpServerFixture startServer(int maxRequests, Duration keepAlive) throws Exception {
        AccessConfig accessConfig = new AccessConfig(
                List.of(
                        new CallerToken("alice", alice.hash(), Tier.ADMIN, null),
                        new CallerToken("bob", bob.hash(), Tier.ADMIN, null)),
                null,
                null,
                null,
                TrafficConfig.defaults(),
                AccessRules.NONE);
        Log log = new Log(new PrintStream(new ByteArrayOutputStream()), LogSeverity.OFF);
        Identification identification = IdentificationFactory.create(accessConfig, InstantSource.system(), log);
        return new HttpServerFixture(
                new HttpLimits(1 << 20, 100, LONG_TIMEOUT, maxRequests, keepAlive),
                HttpServerFixture.loopbackAddress(null),
                identification);
    }

    private static HttpRequest.Builder request(HttpServerFixture httpServer, String method, NewToken token) {
        String body = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"" + method + "\",\"params\":{" + META + "}}";
        return httpServer
                .request(null)
                .header("Authorization", "Bearer " + token.text())
                .header("MCP-Protocol-Version", "2026-07-28")
                .header("Mcp-Method", method)
                .POST(BodyPublishers.ofString(body));
    }

    private static CompletableFuture<HttpResponse<String>> sendAsync(
            HttpServerFixture httpServer, HttpRequest.Builder request) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return httpServer.send(request);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private static void answerNext(SimulatedEchoServer server) throws InterruptedException {
        JsonNode received = server.received.poll(20, TimeUnit.SECONDS);
        server.result(received, "{\"resultType\":\"complete\"}");
    }

    @Test
    void limitsEachCallerSeparately() throws Exception {
        try (HttpServerFixture httpServer = startServer(2, LONG_TIMEOUT)) {
            List<CompletableFuture<HttpResponse<String>>> pendingAnswers = new ArrayList<>();
            List<SimulatedEchoServer> servers = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                pendingAnswers.add(sendAsync(httpServer, request(httpServer, "slow", alice)));
                servers.add(httpServer.nextStartedServer());
            }
            HttpResponse<String> refused = httpServer.send(request(httpServer, "echo", alice));
            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
            assertThat(refused.body())
                    .contains("\"id\":7")
                    .contains("RATE_LIMITED")
                    .contains("maxInFlight");
            assertThat(httpServer.send(request(httpServer, "echo", bob)).statusCode())
                    .isEqualTo(200);
            answerNext(servers.get(0));
            assertThat(CompletableFuture.anyOf(pendingAnswers.toArray(CompletableFuture[]::new))
                            .get(20, TimeUnit.SECONDS))
                    .isNotNull();
            // the permit is freed slightly after the response is sent
            awaitAccepted(httpServer);
            answerNext(servers.get(1));
        }
    }

    @Test
    void releasesPermitsOfDisconnectedAndRefusedRequests() throws Exception {
        try (HttpServerFixture httpServer = startServer(1, Duration.ofMillis(20))) {
            HttpResponse<Stream<String>> stream = httpServer.lines(request(httpServer, "slow", alice));
            SimulatedEchoServer server = httpServer.nextStartedServer();
            assertThat(httpServer.send(request(httpServer, "echo", alice)).statusCode())
                    .isEqualTo(429);
            assertThat(httpServer.send(request(httpServer, "echo", alice)).statusCode())
                    .isEqualTo(429);
            stream.body().close();
            server.awaitClosed();
            awaitAccepted(httpServer);
            HttpRequest.Builder invalidRequest =
                    request(httpServer, "echo", alice).setHeader("Mcp-Method", "other");
            assertThat(httpServer.send(invalidRequest).statusCode()).isEqualTo(400);
            assertThat(httpServer.send(request(httpServer, "echo", alice)).statusCode())
                    .isEqualTo(200);
        }
    }

    /**
     * Waits until a request is accepted, because the gateway frees the permit slightly after it cancels the request at the
     * server.
     */
    private void awaitAccepted(HttpServerFixture httpServer) throws Exception {
        awaitAccepted(httpServer, request(httpServer, "echo", alice));
    }

    private static void awaitAccepted(HttpServerFixture httpServer, HttpRequest.Builder request) throws Exception {
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        int status = 429;
        while (status == 429 && System.nanoTime() < deadline) {
            status = httpServer.send(request).statusCode();
        }
        assertThat(status).isEqualTo(200);
    }

    @Test
    void releasesPermitOfCancelledRequest() throws Exception {
        try (HttpServerFixture httpServer = startServer(1, LONG_TIMEOUT)) {
            HttpResponse<String> initializeResponse = httpServer.send(httpServer
                    .request(null)
                    .header("Authorization", "Bearer " + alice.text())
                    .POST(BodyPublishers.ofString(HttpServerFixture.INITIALIZE)));
            String session =
                    initializeResponse.headers().firstValue("Mcp-Session-Id").orElseThrow();
            CompletableFuture<HttpResponse<String>> slow =
                    sendAsync(httpServer, inSession(httpServer, session, HttpServerFixture.call(1, "slow", "{}")));
            SimulatedEchoServer server = httpServer.nextStartedServer();
            assertThat(server.received.poll(20, TimeUnit.SECONDS)).isNotNull();
            String echo = HttpServerFixture.call(2, "echo", "{}");
            assertThat(httpServer.send(inSession(httpServer, session, echo)).statusCode())
                    .isEqualTo(429);
            String cancellation =
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}";
            assertThat(httpServer
                            .send(inSession(httpServer, session, cancellation))
                            .statusCode())
                    .isEqualTo(202);
            slow.get(20, TimeUnit.SECONDS);
            awaitAccepted(httpServer, inSession(httpServer, session, echo));
        }
    }

    private HttpRequest.Builder inSession(HttpServerFixture httpServer, String session, String body) {
        return httpServer
                .request(session)
                .header("Authorization", "Bearer " + alice.text())
                .POST(BodyPublishers.ofString(body));
    }

    @Test
    void countsEachRequestOfBatch() throws Exception {
        try (HttpServerFixture httpServer = startServer(2, LONG_TIMEOUT).withRevision("2025-03-26")) {
            HttpResponse<String> initializeResponse = httpServer.send(httpServer
                    .request(null)
                    .header("Authorization", "Bearer " + alice.text())
                    .POST(BodyPublishers.ofString(HttpServerFixture.INITIALIZE)));
            String session =
                    initializeResponse.headers().firstValue("Mcp-Session-Id").orElseThrow();
            String echo = HttpServerFixture.call(1, "echo", "{}");
            String secondEcho = HttpServerFixture.call(2, "echo", "{}");
            String thirdEcho = HttpServerFixture.call(3, "echo", "{}");
            assertThat(httpServer
                            .send(inSession(httpServer, session, "[" + echo + "," + secondEcho + "," + thirdEcho + "]"))
                            .statusCode())
                    .isEqualTo(400);
            assertThat(httpServer
                            .send(inSession(httpServer, session, "[" + echo + "," + secondEcho + "]"))
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void doesNotCountSubscriptionsAndAnonymousCallers() throws Exception {
        try (HttpServerFixture httpServer = startServer(1, Duration.ofMillis(20))) {
            HttpResponse<Stream<String>> stream = httpServer.lines(request(httpServer, "subscriptions/listen", alice));
            assertThat(httpServer.send(request(httpServer, "echo", alice)).statusCode())
                    .isEqualTo(200);
            stream.body().close();
        }
        HttpLimits oneRequest = new HttpLimits(1 << 20, 100, LONG_TIMEOUT, 1, LONG_TIMEOUT);
        try (HttpServerFixture httpServer =
                new HttpServerFixture(oneRequest, HttpServerFixture.loopbackAddress(null), Identification.none())) {
            CompletableFuture<HttpResponse<String>> slow = sendAsync(httpServer, request(httpServer, "slow", alice));
            SimulatedEchoServer server = httpServer.nextStartedServer();
            assertThat(httpServer.send(request(httpServer, "echo", alice)).statusCode())
                    .isEqualTo(200);
            answerNext(server);
            assertThat(slow.get(20, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
        }
    }
}
