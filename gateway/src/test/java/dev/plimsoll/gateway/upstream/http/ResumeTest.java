package dev.plimsoll.gateway.upstream.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.upstream.http.PlayedServer.Asked;
import dev.plimsoll.json.LineTooLongException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests streams that the server opens, and lost streams. */
class ResumeTest {

    private static final String CHANGED = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}";

    @Test
    void receivesMessagesOnTheGetStream() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        try (PlayedServer server = PlayedServer.opening("s", request -> {
                    request.events().say(CHANGED);
                    never.await();
                });
                Connected connected = Connected.opened(server)) {
            assertThat(connected.next()).isEqualTo(CHANGED);
            Asked get = server.asked("GET").getFirst();
            assertThat(get.header("Accept")).isEqualTo("text/event-stream");
            assertThat(get.header("Mcp-Session-Id")).isEqualTo("s");
            assertThat(get.header("Last-Event-ID")).isNull();
        }
    }

    @Test
    void resumesALostGetStreamAfterTheLastEvent() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        try (PlayedServer server = PlayedServer.opening("s", request -> {
                    if (request.header("Last-Event-ID") == null) {
                        request.events().raw("retry: 100\n").say("e1", CHANGED);
                    } else {
                        request.events().say("e2", CHANGED);
                        never.await();
                    }
                });
                Connected connected = Connected.opened(server)) {
            assertThat(connected.next()).isEqualTo(CHANGED);
            assertThat(connected.next()).isEqualTo(CHANGED);
            assertThat(server.asked("GET").get(1).header("Last-Event-ID")).isEqualTo("e1");
        }
    }

    @Test
    void requestsAnUnsupportedGetStreamOnce() throws Exception {
        try (PlayedServer server = PlayedServer.opening("s", request -> {
                    if (request.method().equals("GET")) {
                        request.status(405);
                    } else {
                        request.json(request.result("{}"));
                    }
                });
                Connected connected = Connected.opened(server)) {
            connected.call(1);
            connected.next();
            connected.call(2);
            connected.next();
            assertThat(server.asked("GET")).hasSizeLessThan(2);
        }
    }

    @Test
    void resumesAResponseStreamThatEndedEarly() throws Exception {
        AtomicInteger gets = new AtomicInteger();
        try (PlayedServer server = PlayedServer.opening("s", request -> {
                    if (request.method().equals("POST")) {
                        // like servers of 2025-11-25 that want the client to reconnect
                        request.events().raw("id: a-0\nretry: 100\ndata:\n\n");
                    } else if ("a-0".equals(request.header("Last-Event-ID"))) {
                        request.events().say("a-1", CHANGED);
                    } else if ("a-1".equals(request.header("Last-Event-ID"))) {
                        gets.incrementAndGet();
                        request.events().say("a-2", "{\"jsonrpc\":\"2.0\",\"id\":4,\"result\":{\"late\":true}}");
                    } else {
                        request.status(405);
                    }
                });
                Connected connected = Connected.opened(server)) {
            connected.call(4);
            assertThat(connected.next()).isEqualTo(CHANGED);
            assertThat(connected.next()).contains("\"late\":true");
            assertThat(gets).hasValue(1);
            assertThat(server.asked("POST")).hasSize(3);
        }
    }

    @Test
    void reportsAStreamThatCannotBeResumed() throws Exception {
        try (PlayedServer server = PlayedServer.opening("s", request -> {
                    if (request.method().equals("POST")) {
                        request.events().raw("id: a-0\nretry: 100\ndata:\n\n");
                    } else {
                        request.status(405);
                    }
                });
                Connected connected = Connected.opened(server)) {
            connected.call(4);
            assertThat(connected.failure()).hasMessageContaining("no MCP");
        }
    }

    @Test
    void continuesAfterAnEventAboveTheLimit() throws Exception {
        try (PlayedServer server = new PlayedServer(request -> request.events()
                        .say("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"" + "x".repeat(Connected.MOST) + "\"}")
                        .say(CHANGED)
                        .say(request.result("{}")));
                Connected connected = new Connected(server.url())) {
            connected.call(1);
            LineTooLongException lost = connected.lostMessage();
            assertThat(lost.length()).isGreaterThan(Connected.MOST);
            assertThat(lost.head().utf8()).startsWith("{\"jsonrpc\":\"2.0\",\"id\":1,");
            assertThat(connected.next()).isEqualTo(CHANGED);
            assertThat(connected.next()).contains("\"id\":1");
        }
    }

    @Test
    void closesTheStreamOfARequestAfterCancelingIt() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch gone = new CountDownLatch(1);
        try (PlayedServer server = PlayedServer.opening("s", request -> {
                    if ("tools/call".equals(request.rpcMethod())) {
                        PlayedServer.Events events = request.events();
                        begun.countDown();
                        try {
                            while (true) {
                                events.raw(": still there\n\n");
                                Thread.sleep(1);
                            }
                        } finally {
                            gone.countDown();
                        }
                    }
                    request.status(request.method().equals("GET") ? 405 : 202);
                });
                Connected connected = Connected.opened(server)) {
            connected.call(1);
            assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
            connected.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}");
            assertThat(gone.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(server.asked("POST").getLast().rpcMethod()).isEqualTo("notifications/cancelled");
            assertThat(connected.isSilent()).isTrue();
        }
    }
}
