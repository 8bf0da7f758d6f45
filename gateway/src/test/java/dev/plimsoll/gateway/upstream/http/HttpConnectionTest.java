package dev.plimsoll.gateway.upstream.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.gateway.upstream.CallerThread;
import dev.plimsoll.gateway.upstream.http.PlayedServer.Asked;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class HttpConnectionTest {

    @Test
    void sendsSessionAndRevisionOnceTheyAreKnown() throws Exception {
        try (PlayedServer server = PlayedServer.opening("s-1", request -> request.json(request.result("{}")));
                Connected connected = Connected.opened(server)) {
            connected.request(1, "tools/list", "{}");
            assertThat(connected.next()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
            Asked first = server.asked("POST").getFirst();
            assertThat(first.header("Mcp-Session-Id")).isNull();
            assertThat(first.header("Accept")).isEqualTo("application/json, text/event-stream");
            assertThat(first.header("Content-Type")).startsWith("application/json");
            Asked last = server.asked("POST").getLast();
            assertThat(last.header("Mcp-Session-Id")).isEqualTo("s-1");
            assertThat(last.header("MCP-Protocol-Version")).isEqualTo("2025-11-25");
        }
    }

    @Test
    void postsNotificationsBeforeSendReturns() throws Exception {
        try (PlayedServer server = PlayedServer.opening("s", request -> request.status(405));
                Connected connected = Connected.opened(server)) {
            assertThat(connected.isSilent()).isTrue();
            assertThat(server.asked("POST"))
                    .extracting(Asked::rpcMethod)
                    .containsExactly("initialize", "notifications/initialized");
        }
    }

    @Test
    void joinsThePiecesOfAMessage() throws Exception {
        try (PlayedServer server = new PlayedServer(request -> request.json(request.result("{}")));
                Connected connected = new Connected(server.url())) {
            connected.send("{\"jsonrpc\":\"2.0\",\"id\":", "7", ",\"method\":\"ping\"}");
            assertThat(connected.next()).contains("\"id\":7");
            assertThat(server.asked().getFirst().text())
                    .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}");
        }
    }

    @Test
    void passesResponsesInTheOrderOfTheServer() throws Exception {
        CountDownLatch second = new CountDownLatch(1);
        try (PlayedServer server = new PlayedServer(request -> {
                    if (request.id().equals("1")) {
                        second.await();
                    }
                    request.json(request.result("{}"));
                });
                Connected connected = new Connected(server.url())) {
            connected.call(1);
            connected.call(2);
            assertThat(connected.next()).contains("\"id\":2");
            second.countDown();
            assertThat(connected.next()).contains("\"id\":1");
        }
    }

    /**
     * Checks that the thread is returned before a stream has ended. Otherwise the client's next request on the same connection
     * would not be read until then.
     */
    @Test
    void returnsTheCallerThreadBeforeTheStreamEnds() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        try (PlayedServer server = new PlayedServer(request -> {
                    PlayedServer.Events events = request.events().raw(": hello\n\n");
                    asked.await();
                    events.say(request.result("{}"));
                });
                Connected connected = new Connected(server.url())) {
            Thread caller = Thread.ofVirtual().start(() -> CallerThread.during(() -> call(connected)));
            assertThat(caller.join(Duration.ofSeconds(20))).isTrue();
            assertThat(connected.isSilent()).isTrue();
            asked.countDown();
            assertThat(connected.next()).contains("\"id\":1");
        }
    }

    private static void call(Connected connected) {
        try {
            connected.call(1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void passesMessagesBeforeTheResponseInOrder() throws Exception {
        try (PlayedServer server = new PlayedServer(request -> request.events()
                        .raw(": hello\n\n")
                        .say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}")
                        .say("{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"method\":\"roots/list\"}")
                        .say(request.result("{\"a\":1}")));
                Connected connected = new Connected(server.url())) {
            connected.call(1);
            assertThat(connected.next()).contains("notifications/message");
            assertThat(connected.next()).contains("roots/list");
            assertThat(connected.next()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"a\":1}}");
        }
    }

    @Test
    void splitsABatch() throws Exception {
        try (PlayedServer server = new PlayedServer(request -> request.json(
                        "[{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}," + request.result("{}") + "]"));
                Connected connected = new Connected(server.url())) {
            connected.call(1);
            assertThat(connected.next()).contains("notifications/message");
            assertThat(connected.next()).contains("\"id\":1");
        }
    }

    @Test
    void restoresTheIdOfAResponse() throws Exception {
        try (PlayedServer server = new PlayedServer(request ->
                        request.json("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,\"message\":\"no\"}}"));
                Connected connected = new Connected(server.url())) {
            connected.call(3);
            assertThat(connected.next())
                    .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":3,\"error\":{\"code\":-32600,\"message\":\"no\"}}");
        }
    }

    @Test
    void endsWhenTheServerNoLongerKnowsTheSession() throws Exception {
        try (PlayedServer server = PlayedServer.opening("s", request -> {
                    if (request.method().equals("GET")) {
                        request.status(405);
                    } else {
                        request.answer(
                                404,
                                "application/json",
                                "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32001,\"message\":\"no session\"},\"id\":null}");
                    }
                });
                Connected connected = Connected.opened(server)) {
            connected.call(1);
            assertThat(connected.end()).contains("no longer knows this session");
            assertThatThrownBy(() -> connected.call(2)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void deletesTheSessionOnClose() throws Exception {
        try (PlayedServer server = PlayedServer.opening("s-9", request -> request.status(405))) {
            Connected connected = Connected.opened(server);
            connected.finish();
            assertThat(connected.end()).contains("closed");
            assertThat(server.asked("DELETE")).singleElement().satisfies(request -> {
                assertThat(request.header("Mcp-Session-Id")).isEqualTo("s-9");
                assertThat(request.header("MCP-Protocol-Version")).isEqualTo("2025-11-25");
            });
        }
    }

    @Test
    void closesInTimeIfTheServerDoesNotRespond() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        try (PlayedServer server = new PlayedServer(request -> {
                    if ("initialize".equals(request.rpcMethod())) {
                        request.exchange().getResponseHeaders().add("Mcp-Session-Id", "s");
                        request.json(request.result("{\"protocolVersion\":\"2025-11-25\"}"));
                    } else {
                        never.await();
                    }
                });
                Connected connected = new Connected(server.url())) {
            connected.request(0, "initialize", "{}");
            connected.next();
            connected.call(1);
            connected.finish();
            assertThat(connected.end()).contains("closed");
        }
    }

    @Test
    void sendsConfiguredHeadersExceptReservedOnes() throws Exception {
        try (PlayedServer server = new PlayedServer(request -> request.json(request.result("{}")));
                Connected connected = new Connected(
                        server.url(),
                        Map.of("Authorization", "Bearer k", "X-Team", "a", "Accept", "text/html", "X-Bad", "a\r\nb"),
                        UpstreamCredentials.NONE)) {
            connected.call(1);
            connected.next();
            Asked asked = server.asked().getFirst();
            assertThat(asked.header("Authorization")).isEqualTo("Bearer k");
            assertThat(asked.header("X-Team")).isEqualTo("a");
            assertThat(asked.header("X-Bad")).isNull();
            assertThat(asked.header("Accept")).startsWith("application/json");
            assertThat(connected.log())
                    .contains("header=Accept")
                    .contains("header=X-Bad")
                    .doesNotContain("Bearer");
        }
    }

    @Test
    void followsRedirectsWithinTheOrigin() throws Exception {
        try (PlayedServer server = new PlayedServer(request -> {
                    if (request.path().equals("/mcp")) {
                        request.exchange().getResponseHeaders().add("Location", "/mcp/");
                        request.status(308);
                    } else {
                        request.json(request.result("{}"));
                    }
                });
                Connected connected = new Connected(server.url())) {
            connected.call(1);
            assertThat(connected.next()).contains("\"id\":1");
            connected.call(2);
            assertThat(connected.next()).contains("\"id\":2");
            assertThat(server.asked()).extracting(Asked::path).containsExactly("/mcp", "/mcp/", "/mcp/");
        }
    }

    @Test
    void refusesRedirectsToAnotherOrigin() throws Exception {
        try (PlayedServer other = new PlayedServer(request -> request.json(request.result("{}")));
                PlayedServer server = new PlayedServer(request -> {
                    request.exchange()
                            .getResponseHeaders()
                            .add("Location", other.url().toString());
                    request.status(307);
                });
                Connected connected = new Connected(server.url())) {
            connected.call(1);
            assertThat(connected.failure()).hasMessageContaining("another origin");
            assertThat(other.asked()).isEmpty();
        }
    }

    @Test
    void repeatsARequestOnAConnectionThatWasClosed() throws Exception {
        AtomicReference<CountDownLatch> closed = new AtomicReference<>(new CountDownLatch(1));
        try (ClosingServer server = new ClosingServer(closed::get);
                Connected connected = new Connected(server.url())) {
            for (int i = 1; i <= 3; i++) {
                connected.call(i);
                assertThat(connected.next()).contains("\"id\":" + i);
                closed.getAndSet(new CountDownLatch(1)).await();
            }
            assertThat(server.answered()).isEqualTo(3);
        }
    }

    @Test
    void reusesTheConnectionOfANotification() throws Exception {
        try (PlayedServer server = new PlayedServer(request -> {
                    if (request.id().equals("null")) {
                        request.exchange().sendResponseHeaders(202, 0); // of unknown length, as some servers send it
                    } else {
                        request.json(request.result("{}"));
                    }
                });
                Connected connected = new Connected(server.url())) {
            for (int i = 0; i < 3; i++) {
                connected.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}");
                connected.call(i);
                connected.next();
            }
            assertThat(server.asked())
                    .extracting(request -> request.exchange().getRemoteAddress().getPort())
                    .satisfies(ports ->
                            assertThat(ports.stream().distinct().count()).isLessThanOrEqualTo(2));
        }
    }

    @Test
    void renewsRefusedCredentials() throws Exception {
        try (PlayedServer server = new PlayedServer(request -> {
                    if ("Bearer new".equals(request.header("Authorization"))) {
                        request.json(request.result("{}"));
                    } else {
                        request.exchange().getResponseHeaders().add("WWW-Authenticate", "Bearer error=\"invalid_token\"");
                        request.status(401);
                    }
                });
                Connected connected = new Connected(server.url(), Map.of(), new RenewedCredentials())) {
            connected.call(1);
            assertThat(connected.next()).contains("\"id\":1");
            assertThat(server.asked())
                    .extracting(request -> request.header("Authorization"))
                    .containsExactly("Bearer old", "Bearer new");
        }
    }
}
