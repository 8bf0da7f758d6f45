package dev.plimsoll.gateway.upstream.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.fixture.TestMessages;
import dev.plimsoll.gateway.upstream.http.SimulatedHttpServer.EventWriter;
import dev.plimsoll.gateway.upstream.http.SimulatedHttpServer.ReceivedRequest;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

/** Tests servers that use the HTTP+SSE transport of 2024-11-05. */
class LegacySseStreamTest {

    private static final String END_OF_STREAM = "";

    /** Creates a server that sends the contents of the queue on its stream. */
    private static SimulatedHttpServer createServer(String endpoint, BlockingQueue<String> messages)
            throws IOException {
        return new SimulatedHttpServer(request -> {
            if (request.method().equals("GET")) {
                EventWriter eventWriter =
                        request.startEventStream().writeRaw("event: endpoint\ndata: " + endpoint + "\n\n");
                String nextMessage = messages.take();
                while (!nextMessage.equals(END_OF_STREAM)) {
                    eventWriter.writeEvent(nextMessage);
                    nextMessage = messages.take();
                }
            } else if (request.path().equals("/messages")) {
                request.respond(202, "text/plain", "Accepted");
                if (!request.id().equals("null")) {
                    messages.add(request.resultMessage("{\"protocolVersion\":\"2024-11-05\"}"));
                }
            } else {
                request.respond(404, "text/html", "Cannot POST");
            }
        });
    }

    @Test
    void postsToTheEndpointAndReceivesOnTheStream() throws Exception {
        BlockingQueue<String> messages = new LinkedBlockingQueue<>();
        try (SimulatedHttpServer server = createServer("/messages?session=1", messages);
                RecordingConnection recordingConnection = new RecordingConnection(server.url("/sse"))) {
            recordingConnection.initialize();
            recordingConnection.call(1);
            assertThat(recordingConnection.next()).contains("\"id\":1");
            assertThat(server.requests("POST"))
                    .extracting(ReceivedRequest::path)
                    .containsExactly("/sse", "/messages", "/messages", "/messages");
            assertThat(server.requests("GET")).hasSize(1);
            messages.add(END_OF_STREAM);
            assertThat(recordingConnection.closeReason()).contains("stream ended");
        }
    }

    @Test
    void remembersTheTransportForTheNextConnection() throws Exception {
        BlockingQueue<String> messages = new LinkedBlockingQueue<>();
        try (SimulatedHttpServer server = createServer("/messages", messages);
                RecordingConnection recordingConnection = new RecordingConnection(server.url("/sse"))) {
            recordingConnection.initialize();
            messages.add(END_OF_STREAM);
            recordingConnection.closeReason();
            try (var another = recordingConnection.newConnection()) {
                another.start(recordingConnection);
                another.send(TestMessages.message("{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"initialize\"}"));
                assertThat(recordingConnection.next()).contains("\"id\":9");
            }
            assertThat(server.requests("POST"))
                    .extracting(ReceivedRequest::path)
                    .containsOnlyOnce("/sse");
        }
    }

    @Test
    void refusesAnEndpointOfAnotherServer() throws Exception {
        try (SimulatedHttpServer otherServer = new SimulatedHttpServer(request -> request.respondStatus(202));
                SimulatedHttpServer server = createServer(otherServer.url().toString(), new LinkedBlockingQueue<>());
                RecordingConnection recordingConnection = new RecordingConnection(server.url("/sse"))) {
            recordingConnection.request(1, "initialize", "{}");
            assertThat(recordingConnection.failure()).hasMessageContaining("no MCP");
            assertThat(otherServer.requests()).isEmpty();
        }
    }

    @Test
    void reportsAFailedPost() throws Exception {
        BlockingQueue<String> messages = new LinkedBlockingQueue<>();
        try (SimulatedHttpServer server = createServer("/elsewhere", messages);
                RecordingConnection recordingConnection = new RecordingConnection(server.url("/sse"))) {
            recordingConnection.request(1, "initialize", "{}");
            assertThat(recordingConnection.failure()).hasMessageContaining("no MCP");
        }
    }
}
