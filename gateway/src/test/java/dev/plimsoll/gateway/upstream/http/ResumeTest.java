package dev.plimsoll.gateway.upstream.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.upstream.http.SimulatedHttpServer.ReceivedRequest;
import dev.plimsoll.json.frame.LineTooLongException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests GET streams, and the resumption of event streams that end early. */
class ResumeTest {

    private static final String TOOLS_CHANGED = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}";

    @Test
    void receivesMessagesOnTheGetStream() throws Exception {
        CountDownLatch neverReleased = new CountDownLatch(1);
        try (SimulatedHttpServer server = SimulatedHttpServer.withSession("s", request -> {
                    request.startEventStream().writeEvent(TOOLS_CHANGED);
                    neverReleased.await();
                });
                RecordingConnection recordingConnection = RecordingConnection.openSession(server)) {
            assertThat(recordingConnection.next()).isEqualTo(TOOLS_CHANGED);
            ReceivedRequest getRequest = server.requests("GET").getFirst();
            assertThat(getRequest.header("Accept")).isEqualTo("text/event-stream");
            assertThat(getRequest.header("Mcp-Session-Id")).isEqualTo("s");
            assertThat(getRequest.header("Last-Event-ID")).isNull();
        }
    }

    @Test
    void resumesALostGetStreamAfterTheLastEvent() throws Exception {
        CountDownLatch neverReleased = new CountDownLatch(1);
        try (SimulatedHttpServer server = SimulatedHttpServer.withSession("s", request -> {
                    if (request.header("Last-Event-ID") == null) {
                        request.startEventStream().writeRaw("retry: 100\n").writeEvent("e1", TOOLS_CHANGED);
                    } else {
                        request.startEventStream().writeEvent("e2", TOOLS_CHANGED);
                        neverReleased.await();
                    }
                });
                RecordingConnection recordingConnection = RecordingConnection.openSession(server)) {
            assertThat(recordingConnection.next()).isEqualTo(TOOLS_CHANGED);
            assertThat(recordingConnection.next()).isEqualTo(TOOLS_CHANGED);
            assertThat(server.requests("GET").get(1).header("Last-Event-ID")).isEqualTo("e1");
        }
    }

    @Test
    void requestsAnUnsupportedGetStreamOnce() throws Exception {
        try (SimulatedHttpServer server = SimulatedHttpServer.withSession("s", request -> {
                    if (request.method().equals("GET")) {
                        request.respondStatus(405);
                    } else {
                        request.respondJson(request.resultMessage("{}"));
                    }
                });
                RecordingConnection recordingConnection = RecordingConnection.openSession(server)) {
            recordingConnection.call(1);
            recordingConnection.next();
            recordingConnection.call(2);
            recordingConnection.next();
            assertThat(server.requests("GET")).hasSizeLessThan(2);
        }
    }

    @Test
    void resumesAResponseStreamThatEndedEarly() throws Exception {
        AtomicInteger resumptions = new AtomicInteger();
        try (SimulatedHttpServer server = SimulatedHttpServer.withSession("s", request -> {
                    if (request.method().equals("POST")) {
                        // servers of 2025-11-25 send this if they want the client to reconnect
                        request.startEventStream().writeRaw("id: a-0\nretry: 100\ndata:\n\n");
                    } else if ("a-0".equals(request.header("Last-Event-ID"))) {
                        request.startEventStream().writeEvent("a-1", TOOLS_CHANGED);
                    } else if ("a-1".equals(request.header("Last-Event-ID"))) {
                        resumptions.incrementAndGet();
                        request.startEventStream()
                                .writeEvent("a-2", "{\"jsonrpc\":\"2.0\",\"id\":4,\"result\":{\"late\":true}}");
                    } else {
                        request.respondStatus(405);
                    }
                });
                RecordingConnection recordingConnection = RecordingConnection.openSession(server)) {
            recordingConnection.call(4);
            assertThat(recordingConnection.next()).isEqualTo(TOOLS_CHANGED);
            assertThat(recordingConnection.next()).contains("\"late\":true");
            assertThat(resumptions).hasValue(1);
            assertThat(server.requests("POST")).hasSize(3);
        }
    }

    @Test
    void reportsAStreamThatCannotBeResumed() throws Exception {
        try (SimulatedHttpServer server = SimulatedHttpServer.withSession("s", request -> {
                    if (request.method().equals("POST")) {
                        request.startEventStream().writeRaw("id: a-0\nretry: 100\ndata:\n\n");
                    } else {
                        request.respondStatus(405);
                    }
                });
                RecordingConnection recordingConnection = RecordingConnection.openSession(server)) {
            recordingConnection.call(4);
            assertThat(recordingConnection.failure()).hasMessageContaining("no MCP");
        }
    }

    @Test
    void continuesAfterAnEventAboveTheLimit() throws Exception {
        try (SimulatedHttpServer server = new SimulatedHttpServer(request -> request.startEventStream()
                        .writeEvent("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\""
                                + "x".repeat(RecordingConnection.MAX_MESSAGE_BYTES) + "\"}")
                        .writeEvent(TOOLS_CHANGED)
                        .writeEvent(request.resultMessage("{}")));
                RecordingConnection recordingConnection = new RecordingConnection(server.url())) {
            recordingConnection.call(1);
            LineTooLongException tooLong = recordingConnection.tooLongMessage();
            assertThat(tooLong.length()).isGreaterThan(RecordingConnection.MAX_MESSAGE_BYTES);
            assertThat(tooLong.head().utf8()).startsWith("{\"jsonrpc\":\"2.0\",\"id\":1,");
            assertThat(recordingConnection.next()).isEqualTo(TOOLS_CHANGED);
            assertThat(recordingConnection.next()).contains("\"id\":1");
        }
    }

    @Test
    void closesTheStreamOfARequestAfterCancelingIt() throws Exception {
        CountDownLatch streamStarted = new CountDownLatch(1);
        CountDownLatch clientClosed = new CountDownLatch(1);
        try (SimulatedHttpServer server = SimulatedHttpServer.withSession("s", request -> {
                    if ("tools/call".equals(request.rpcMethod())) {
                        SimulatedHttpServer.EventWriter eventWriter = request.startEventStream();
                        streamStarted.countDown();
                        try {
                            while (true) {
                                eventWriter.writeRaw(": still there\n\n");
                                Thread.sleep(1);
                            }
                        } finally {
                            clientClosed.countDown();
                        }
                    }
                    request.respondStatus(request.method().equals("GET") ? 405 : 202);
                });
                RecordingConnection recordingConnection = RecordingConnection.openSession(server)) {
            recordingConnection.call(1);
            assertThat(streamStarted.await(20, TimeUnit.SECONDS)).isTrue();
            recordingConnection.send(
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}");
            assertThat(clientClosed.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(server.requests("POST").getLast().rpcMethod()).isEqualTo("notifications/cancelled");
            assertThat(recordingConnection.isSilent()).isTrue();
        }
    }
}
