package dev.plimsoll.gateway.upstream.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.upstream.http.PlayedServer.Asked;
import dev.plimsoll.gateway.upstream.http.PlayedServer.Events;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

/** Tests servers of 2024-11-05. */
class LegacySseStreamTest {

    private static final String END = "";

    /** Creates a server whose stream sends the contents of the queue. */
    private static PlayedServer played(String endpoint, BlockingQueue<String> messages) throws IOException {
        return new PlayedServer(request -> {
            if (request.method().equals("GET")) {
                Events events = request.events().raw("event: endpoint\ndata: " + endpoint + "\n\n");
                String next = messages.take();
                while (!next.equals(END)) {
                    events.say(next);
                    next = messages.take();
                }
            } else if (request.path().equals("/messages")) {
                request.answer(202, "text/plain", "Accepted");
                if (!request.id().equals("null")) {
                    messages.add(request.result("{\"protocolVersion\":\"2024-11-05\"}"));
                }
            } else {
                request.answer(404, "text/html", "Cannot POST");
            }
        });
    }

    @Test
    void postsToTheEndpointAndReceivesOnTheStream() throws Exception {
        BlockingQueue<String> messages = new LinkedBlockingQueue<>();
        try (PlayedServer server = played("/messages?session=1", messages);
                Connected connected = new Connected(server.url("/sse"))) {
            connected.open();
            connected.call(1);
            assertThat(connected.next()).contains("\"id\":1");
            assertThat(server.asked("POST"))
                    .extracting(Asked::path)
                    .containsExactly("/sse", "/messages", "/messages", "/messages");
            assertThat(server.asked("GET")).hasSize(1);
            messages.add(END);
            assertThat(connected.end()).contains("stream ended");
        }
    }

    @Test
    void remembersTheTransportForTheNextConnection() throws Exception {
        BlockingQueue<String> messages = new LinkedBlockingQueue<>();
        try (PlayedServer server = played("/messages", messages);
                Connected connected = new Connected(server.url("/sse"))) {
            connected.open();
            messages.add(END);
            connected.end();
            try (var another = connected.another()) {
                another.start(connected);
                another.send(Slice.of("{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"initialize\"}"));
                assertThat(connected.next()).contains("\"id\":9");
            }
            assertThat(server.asked("POST")).extracting(Asked::path).containsOnlyOnce("/sse");
        }
    }

    @Test
    void refusesAnEndpointOfAnotherServer() throws Exception {
        try (PlayedServer other = new PlayedServer(request -> request.status(202));
                PlayedServer server = played(other.url().toString(), new LinkedBlockingQueue<>());
                Connected connected = new Connected(server.url("/sse"))) {
            connected.request(1, "initialize", "{}");
            assertThat(connected.failure()).hasMessageContaining("no MCP");
            assertThat(other.asked()).isEmpty();
        }
    }

    @Test
    void reportsAFailedPost() throws Exception {
        BlockingQueue<String> messages = new LinkedBlockingQueue<>();
        try (PlayedServer server = played("/elsewhere", messages);
                Connected connected = new Connected(server.url("/sse"))) {
            connected.request(1, "initialize", "{}");
            assertThat(connected.failure()).hasMessageContaining("no MCP");
        }
    }
}
