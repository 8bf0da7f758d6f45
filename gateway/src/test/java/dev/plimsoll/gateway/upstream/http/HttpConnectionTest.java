package dev.plimsoll.gateway.upstream.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.gateway.upstream.CallerThread;
import dev.plimsoll.gateway.upstream.http.SimulatedHttpServer.ReceivedRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpConnectionTest {

    @ParameterizedTest
    @CsvSource({"0, 4", "1, 3", "2, 2"})
    void closesOnlyTheIdleConnectionsAboveTheMaximum(int maxIdleCount, int openedCount) throws Exception {
        try (SurplusServer server = new SurplusServer((id, earlierCount) -> SurplusServer.response(id, "{}"));
                RecordingConnection first = new RecordingConnection(server.url());
                RecordingConnection second = first.connectAnotherClient()) {
            for (int id = 1; id <= 2; id++) {
                first.call(id);
                assertThat(first.next()).contains("\"id\":" + id);
                second.call(id);
                assertThat(second.next()).contains("\"id\":" + id);
                first.closeIdle(maxIdleCount);
            }
            assertThat(server.connections()).isEqualTo(openedCount);
        }
    }

    @Test
    void sendsSessionAndRevisionAfterInitialize() throws Exception {
        try (SimulatedHttpServer server = SimulatedHttpServer.withSession(
                        "s-1", request -> request.respondJson(request.resultMessage("{}")));
                RecordingConnection recordingConnection = RecordingConnection.openSession(server)) {
            recordingConnection.request(1, "tools/list", "{}");
            assertThat(recordingConnection.next()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
            ReceivedRequest first = server.requests("POST").getFirst();
            assertThat(first.header("Mcp-Session-Id")).isNull();
            assertThat(first.header("Accept")).isEqualTo("application/json, text/event-stream");
            assertThat(first.header("Content-Type")).startsWith("application/json");
            ReceivedRequest lastRequest = server.requests("POST").getLast();
            assertThat(lastRequest.header("Mcp-Session-Id")).isEqualTo("s-1");
            assertThat(lastRequest.header("MCP-Protocol-Version")).isEqualTo("2025-11-25");
        }
    }

    @Test
    void postsNotificationsBeforeSendReturns() throws Exception {
        try (SimulatedHttpServer server = SimulatedHttpServer.withSession("s", request -> request.respondStatus(405));
                RecordingConnection recordingConnection = RecordingConnection.openSession(server)) {
            assertThat(recordingConnection.isSilent()).isTrue();
            assertThat(server.requests("POST"))
                    .extracting(ReceivedRequest::rpcMethod)
                    .containsExactly("initialize", "notifications/initialized");
        }
    }

    @Test
    void sendsAMessageUnchanged() throws Exception {
        try (SimulatedHttpServer server =
                        new SimulatedHttpServer(request -> request.respondJson(request.resultMessage("{}")));
                RecordingConnection recordingConnection = new RecordingConnection(server.url())) {
            recordingConnection.send("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}");
            assertThat(recordingConnection.next()).contains("\"id\":7");
            assertThat(server.requests().getFirst().text())
                    .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}");
        }
    }

    @Test
    void passesResponsesInTheOrderOfTheirArrival() throws Exception {
        CountDownLatch secondAnswered = new CountDownLatch(1);
        try (SimulatedHttpServer server = new SimulatedHttpServer(request -> {
                    if (request.id().equals("1")) {
                        secondAnswered.await();
                    }
                    request.respondJson(request.resultMessage("{}"));
                });
                RecordingConnection recordingConnection = new RecordingConnection(server.url())) {
            recordingConnection.call(1);
            recordingConnection.call(2);
            assertThat(recordingConnection.next()).contains("\"id\":2");
            secondAnswered.countDown();
            assertThat(recordingConnection.next()).contains("\"id\":1");
        }
    }

    /**
     * Checks that the caller's thread is free before the event stream ends. Otherwise the gateway could not read the client's
     * next request on the same connection until the stream ends.
     */
    @Test
    void returnsTheCallerThreadBeforeTheStreamEnds() throws Exception {
        CountDownLatch streamMayEnd = new CountDownLatch(1);
        try (SimulatedHttpServer server = new SimulatedHttpServer(request -> {
                    SimulatedHttpServer.EventWriter eventWriter =
                            request.startEventStream().writeRaw(": hello\n\n");
                    streamMayEnd.await();
                    eventWriter.writeEvent(request.resultMessage("{}"));
                });
                RecordingConnection recordingConnection = new RecordingConnection(server.url())) {
            Thread caller = Thread.ofVirtual().start(() -> CallerThread.offerDuring(() -> call(recordingConnection)));
            assertThat(caller.join(Duration.ofSeconds(20))).isTrue();
            assertThat(recordingConnection.isSilent()).isTrue();
            streamMayEnd.countDown();
            assertThat(recordingConnection.next()).contains("\"id\":1");
        }
    }

    private static void call(RecordingConnection recordingConnection) {
        try {
            recordingConnection.call(1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void passesMessagesBeforeTheResponseInOrder() throws Exception {
        try (SimulatedHttpServer server = new SimulatedHttpServer(request -> request.startEventStream()
                        .writeRaw(": hello\n\n")
                        .writeEvent("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}")
                        .writeEvent("{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"method\":\"roots/list\"}")
                        .writeEvent(request.resultMessage("{\"a\":1}")));
                RecordingConnection recordingConnection = new RecordingConnection(server.url())) {
            recordingConnection.call(1);
            assertThat(recordingConnection.next()).contains("notifications/message");
            assertThat(recordingConnection.next()).contains("roots/list");
            assertThat(recordingConnection.next()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"a\":1}}");
        }
    }

    @Test
    void splitsABatch() throws Exception {
        try (SimulatedHttpServer server = new SimulatedHttpServer(
                        request -> request.respondJson("[{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"},"
                                + request.resultMessage("{}") + "]"));
                RecordingConnection recordingConnection = new RecordingConnection(server.url())) {
            recordingConnection.call(1);
            assertThat(recordingConnection.next()).contains("notifications/message");
            assertThat(recordingConnection.next()).contains("\"id\":1");
        }
    }

    @Test
    void restoresTheIdOfAResponse() throws Exception {
        try (SimulatedHttpServer server = new SimulatedHttpServer(request -> request.respondJson(
                        "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,\"message\":\"no\"}}"));
                RecordingConnection recordingConnection = new RecordingConnection(server.url())) {
            recordingConnection.call(3);
            assertThat(recordingConnection.next())
                    .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":3,\"error\":{\"code\":-32600,\"message\":\"no\"}}");
        }
    }

    @Test
    void endsWhenTheServerNoLongerKnowsTheSession() throws Exception {
        try (SimulatedHttpServer server = SimulatedHttpServer.withSession("s", request -> {
                    if (request.method().equals("GET")) {
                        request.respondStatus(405);
                    } else {
                        request.respond(
                                404,
                                "application/json",
                                "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32001,\"message\":\"no session\"},\"id\":null}");
                    }
                });
                RecordingConnection recordingConnection = RecordingConnection.openSession(server)) {
            recordingConnection.call(1);
            assertThat(recordingConnection.closeReason()).contains("no longer knows this session");
            assertThatThrownBy(() -> recordingConnection.call(2)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void deletesTheSessionOnClose() throws Exception {
        try (SimulatedHttpServer server =
                SimulatedHttpServer.withSession("s-9", request -> request.respondStatus(405))) {
            RecordingConnection recordingConnection = RecordingConnection.openSession(server);
            recordingConnection.finish();
            assertThat(recordingConnection.closeReason()).contains("closed");
            assertThat(server.requests("DELETE")).singleElement().satisfies(request -> {
                assertThat(request.header("Mcp-Session-Id")).isEqualTo("s-9");
                assertThat(request.header("MCP-Protocol-Version")).isEqualTo("2025-11-25");
            });
        }
    }

    @Test
    void closesInTimeIfTheServerDoesNotRespond() throws Exception {
        CountDownLatch neverReleased = new CountDownLatch(1);
        try (SimulatedHttpServer server = new SimulatedHttpServer(request -> {
                    if ("initialize".equals(request.rpcMethod())) {
                        request.exchange().getResponseHeaders().add("Mcp-Session-Id", "s");
                        request.respondJson(request.resultMessage("{\"protocolVersion\":\"2025-11-25\"}"));
                    } else {
                        neverReleased.await();
                    }
                });
                RecordingConnection recordingConnection = new RecordingConnection(server.url())) {
            recordingConnection.request(0, "initialize", "{}");
            recordingConnection.next();
            recordingConnection.call(1);
            recordingConnection.finish();
            assertThat(recordingConnection.closeReason()).contains("closed");
        }
    }

    @Test
    void sendsConfiguredHeadersExceptReservedOnes() throws Exception {
        try (SimulatedHttpServer server =
                        new SimulatedHttpServer(request -> request.respondJson(request.resultMessage("{}")));
                RecordingConnection recordingConnection = new RecordingConnection(
                        server.url(),
                        Map.of("Authorization", "Bearer k", "X-Team", "a", "Accept", "text/html", "X-Bad", "a\r\nb"),
                        UpstreamCredentials.NONE)) {
            recordingConnection.call(1);
            recordingConnection.next();
            ReceivedRequest receivedRequest = server.requests().getFirst();
            assertThat(receivedRequest.header("Authorization")).isEqualTo("Bearer k");
            assertThat(receivedRequest.header("X-Team")).isEqualTo("a");
            assertThat(receivedRequest.header("X-Bad")).isNull();
            assertThat(receivedRequest.header("Accept")).startsWith("application/json");
            assertThat(recordingConnection.log())
                    .contains("header=Accept")
                    .contains("header=X-Bad")
                    .doesNotContain("Bearer");
        }
    }

    @Test
    void followsRedirectsWithinTheOrigin() throws Exception {
        try (SimulatedHttpServer server = new SimulatedHttpServer(request -> {
                    if (request.path().equals("/mcp")) {
                        request.exchange().getResponseHeaders().add("Location", "/mcp/");
                        request.respondStatus(308);
                    } else {
                        request.respondJson(request.resultMessage("{}"));
                    }
                });
                RecordingConnection recordingConnection = new RecordingConnection(server.url())) {
            recordingConnection.call(1);
            assertThat(recordingConnection.next()).contains("\"id\":1");
            recordingConnection.call(2);
            assertThat(recordingConnection.next()).contains("\"id\":2");
            assertThat(server.requests()).extracting(ReceivedRequest::path).containsExactly("/mcp", "/mcp/", "/mcp/");
        }
    }

    @Test
    void refusesRedirectsToAnotherOrigin() throws Exception {
        try (SimulatedHttpServer otherServer =
                        new SimulatedHttpServer(request -> request.respondJson(request.resultMessage("{}")));
                SimulatedHttpServer server = new SimulatedHttpServer(request -> {
                    request.exchange()
                            .getResponseHeaders()
                            .add("Location", otherServer.url().toString());
                    request.respondStatus(307);
                });
                RecordingConnection recordingConnection = new RecordingConnection(server.url())) {
            recordingConnection.call(1);
            assertThat(recordingConnection.failure()).hasMessageContaining("another origin");
            assertThat(otherServer.requests()).isEmpty();
        }
    }

    @Test
    void repeatsARequestIfItsConnectionWasClosed() throws Exception {
        AtomicReference<CountDownLatch> closeSignal = new AtomicReference<>(new CountDownLatch(1));
        try (ClosingServer server = new ClosingServer(closeSignal::get);
                RecordingConnection recordingConnection = new RecordingConnection(server.url())) {
            for (int i = 1; i <= 3; i++) {
                recordingConnection.call(i);
                assertThat(recordingConnection.next()).contains("\"id\":" + i);
                closeSignal.getAndSet(new CountDownLatch(1)).await();
            }
            assertThat(server.answerCount()).isEqualTo(3);
        }
    }

    @Test
    void reusesTheConnectionOfANotification() throws Exception {
        try (SimulatedHttpServer server = new SimulatedHttpServer(request -> {
                    if (request.id().equals("null")) {
                        request.exchange()
                                .sendResponseHeaders(202, 0); // with a body of unknown length, as some servers send
                    } else {
                        request.respondJson(request.resultMessage("{}"));
                    }
                });
                RecordingConnection recordingConnection = new RecordingConnection(server.url())) {
            for (int i = 0; i < 3; i++) {
                recordingConnection.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}");
                recordingConnection.call(i);
                recordingConnection.next();
            }
            assertThat(server.requests())
                    .extracting(request -> request.exchange().getRemoteAddress().getPort())
                    .satisfies(ports ->
                            assertThat(ports.stream().distinct().count()).isLessThanOrEqualTo(2));
        }
    }

    @Test
    void renewsRefusedCredentials() throws Exception {
        try (SimulatedHttpServer server = new SimulatedHttpServer(request -> {
                    if ("Bearer new".equals(request.header("Authorization"))) {
                        request.respondJson(request.resultMessage("{}"));
                    } else {
                        request.exchange()
                                .getResponseHeaders()
                                .add("WWW-Authenticate", "Bearer error=\"invalid_token\"");
                        request.respondStatus(401);
                    }
                });
                RecordingConnection recordingConnection =
                        new RecordingConnection(server.url(), Map.of(), new RenewedCredentials())) {
            recordingConnection.call(1);
            assertThat(recordingConnection.next()).contains("\"id\":1");
            assertThat(server.requests())
                    .extracting(request -> request.header("Authorization"))
                    .containsExactly("Bearer old", "Bearer new");
        }
    }
}
