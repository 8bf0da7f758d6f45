package dev.plimsoll.gateway.upstream.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.upstream.http.SimulatedHttpServer.EventWriter;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests responses that the gateway holds until the log messages of their call have arrived. The server sends these log
 * messages on the GET stream, in part after the response. Rust's {@code rmcp} does this.
 */
@NullMarked
class HeldResponseTest {

    private static final int CALLS = 20;

    private static String logMessage(int call, int bytes) {
        return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"info\",\"data\":\"of "
                + call + " " + "x".repeat(bytes) + "\"}}";
    }

    /**
     * Creates a server that answers each call when it has sent half of the call's log message. The other half follows the
     * response.
     *
     * @param isGetStreamDelayed whether the server opens the GET stream only after a delay
     */
    private static SimulatedHttpServer createServer(int bytes, boolean isGetStreamDelayed) throws Exception {
        BlockingQueue<Integer> calls = new LinkedBlockingQueue<>();
        BlockingQueue<Integer> callsWithPartialLog = new LinkedBlockingQueue<>();
        return SimulatedHttpServer.withSession("s", request -> {
            if (request.method().equals("GET")) {
                Thread.sleep(isGetStreamDelayed ? 200 : 0);
                EventWriter eventWriter = request.startEventStream();
                while (true) {
                    int call = calls.take();
                    String log = "data: " + logMessage(call, bytes) + "\n\n";
                    eventWriter.writeRaw(log.substring(0, log.length() / 2));
                    callsWithPartialLog.add(call);
                    Thread.sleep(60);
                    eventWriter.writeRaw(log.substring(log.length() / 2));
                }
            } else if ("tools/call".equals(request.rpcMethod())) {
                calls.add(Integer.parseInt(request.id()));
                callsWithPartialLog.take();
                request.respondJson(request.resultMessage("{\"content\":[]}"));
            } else {
                request.respondJson(request.resultMessage("{}"));
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 300_000})
    void arrivesAfterTheLogMessagesOfItsCall(int bytes) throws Exception {
        try (SimulatedHttpServer server = createServer(bytes, true);
                RecordingConnection recordingConnection = new RecordingConnection(server.url())) {
            recordingConnection.holdResponses();
            recordingConnection.initialize();
            recordingConnection.request(1, "logging/setLevel", "{\"level\":\"info\"}");
            assertThat(recordingConnection.next()).contains("\"id\":1");
            for (int i = 2; i < 2 + CALLS; i++) {
                recordingConnection.call(i);
                assertThat(recordingConnection.next()).contains("of " + i + " ");
                assertThat(recordingConnection.next()).contains("\"id\":" + i);
            }
        }
    }

    /** The Go SDK does this. The time limit is far below the sum of the delays of a stream with a part of a message. */
    @Test
    @Timeout(60)
    void doesNotWaitForAnEventWithoutData() throws Exception {
        try (SimulatedHttpServer server = SimulatedHttpServer.withSession("s", request -> {
                    if (request.method().equals("GET")) {
                        EventWriter eventWriter = request.startEventStream();
                        eventWriter.writeRaw(": comment\n\nid: 1\ndata: \n\n");
                        Thread.sleep(600_000);
                    } else {
                        request.respondJson(request.resultMessage("{\"content\":[]}"));
                    }
                });
                RecordingConnection recordingConnection = new RecordingConnection(server.url())) {
            recordingConnection.holdResponses();
            recordingConnection.initialize();
            recordingConnection.request(1, "logging/setLevel", "{\"level\":\"info\"}");
            assertThat(recordingConnection.next()).contains("\"id\":1");
            for (int i = 2; i < 2 + CALLS; i++) {
                recordingConnection.call(i);
                assertThat(recordingConnection.next()).contains("\"id\":" + i);
            }
        }
    }

    @Test
    void arrivesBeforeTheLogMessageIfResponsesAreNotHeld() throws Exception {
        try (SimulatedHttpServer server = createServer(10, false);
                RecordingConnection recordingConnection = new RecordingConnection(server.url())) {
            recordingConnection.initialize();
            recordingConnection.request(1, "logging/setLevel", "{\"level\":\"info\"}");
            assertThat(recordingConnection.next()).contains("\"id\":1");
            recordingConnection.call(2);
            assertThat(recordingConnection.next()).contains("\"id\":2");
            assertThat(recordingConnection.next()).contains("of 2 ");
        }
    }
}
