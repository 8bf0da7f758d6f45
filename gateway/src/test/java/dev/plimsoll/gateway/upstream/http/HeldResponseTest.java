package dev.plimsoll.gateway.upstream.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.upstream.http.PlayedServer.Events;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a server that sends log messages on the GET stream after the response, like Rust's {@code rmcp}. */
@NullMarked
class HeldResponseTest {

    private static final int CALLS = 20;

    private static String log(int call, int bytes) {
        return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"info\",\"data\":\"of "
                + call + " " + "x".repeat(bytes) + "\"}}";
    }

    /** Creates a server that answers each call after half of its log messages; the others follow the response. */
    private static PlayedServer rmcp(int bytes, boolean slowToListen) throws Exception {
        BlockingQueue<Integer> calls = new LinkedBlockingQueue<>();
        BlockingQueue<Integer> begun = new LinkedBlockingQueue<>();
        return PlayedServer.opening("s", request -> {
            if (request.method().equals("GET")) {
                Thread.sleep(slowToListen ? 200 : 0);
                Events events = request.events();
                while (true) {
                    int call = calls.take();
                    String log = "data: " + log(call, bytes) + "\n\n";
                    events.raw(log.substring(0, log.length() / 2));
                    begun.add(call);
                    Thread.sleep(60);
                    events.raw(log.substring(log.length() / 2));
                }
            } else if ("tools/call".equals(request.rpcMethod())) {
                calls.add(Integer.parseInt(request.id()));
                begun.take();
                request.json(request.result("{\"content\":[]}"));
            } else {
                request.json(request.result("{}"));
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 300_000})
    void arrivesAfterTheLogMessagesOfItsCall(int bytes) throws Exception {
        try (PlayedServer server = rmcp(bytes, true);
                Connected connected = new Connected(server.url())) {
            connected.holdResponses();
            connected.open();
            connected.request(1, "logging/setLevel", "{\"level\":\"info\"}");
            assertThat(connected.next()).contains("\"id\":1");
            for (int i = 2; i < 2 + CALLS; i++) {
                connected.call(i);
                assertThat(connected.next()).contains("of " + i + " ");
                assertThat(connected.next()).contains("\"id\":" + i);
            }
        }
    }

    @Test
    void arrivesAtOnceIfResponsesAreNotHeld() throws Exception {
        try (PlayedServer server = rmcp(10, false);
                Connected connected = new Connected(server.url())) {
            connected.open();
            connected.request(1, "logging/setLevel", "{\"level\":\"info\"}");
            assertThat(connected.next()).contains("\"id\":1");
            connected.call(2);
            assertThat(connected.next()).contains("\"id\":2");
            assertThat(connected.next()).contains("of 2 ");
        }
    }
}
