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
        try (PlayedServer played = PlayedServer.opening("s-1", one -> one.json(one.result("{}")));
                Connected connected = Connected.opened(played)) {
            connected.request(1, "tools/list", "{}");
            assertThat(connected.next()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
            Asked first = played.asked("POST").getFirst();
            assertThat(first.header("Mcp-Session-Id")).isNull();
            assertThat(first.header("Accept")).isEqualTo("application/json, text/event-stream");
            assertThat(first.header("Content-Type")).startsWith("application/json");
            Asked last = played.asked("POST").getLast();
            assertThat(last.header("Mcp-Session-Id")).isEqualTo("s-1");
            assertThat(last.header("MCP-Protocol-Version")).isEqualTo("2025-11-25");
        }
    }

    @Test
    void postsNotificationsBeforeSendReturns() throws Exception {
        try (PlayedServer played = PlayedServer.opening("s", one -> one.status(405));
                Connected connected = Connected.opened(played)) {
            assertThat(connected.isSilent()).isTrue();
            assertThat(played.asked("POST"))
                    .extracting(Asked::rpcMethod)
                    .containsExactly("initialize", "notifications/initialized");
        }
    }

    @Test
    void joinsThePiecesOfAMessage() throws Exception {
        try (PlayedServer played = new PlayedServer(one -> one.json(one.result("{}")));
                Connected connected = new Connected(played.url())) {
            connected.send("{\"jsonrpc\":\"2.0\",\"id\":", "7", ",\"method\":\"ping\"}");
            assertThat(connected.next()).contains("\"id\":7");
            assertThat(played.asked().getFirst().text())
                    .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}");
        }
    }

    @Test
    void passesResponsesInTheOrderOfTheServer() throws Exception {
        CountDownLatch second = new CountDownLatch(1);
        try (PlayedServer played = new PlayedServer(one -> {
                    if (one.id().equals("1")) {
                        second.await();
                    }
                    one.json(one.result("{}"));
                });
                Connected connected = new Connected(played.url())) {
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
        try (PlayedServer played = new PlayedServer(one -> {
                    PlayedServer.Events events = one.events().raw(": hello\n\n");
                    asked.await();
                    events.say(one.result("{}"));
                });
                Connected connected = new Connected(played.url())) {
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
        try (PlayedServer played = new PlayedServer(one -> one.events()
                        .raw(": hello\n\n")
                        .say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}")
                        .say("{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"method\":\"roots/list\"}")
                        .say(one.result("{\"a\":1}")));
                Connected connected = new Connected(played.url())) {
            connected.call(1);
            assertThat(connected.next()).contains("notifications/message");
            assertThat(connected.next()).contains("roots/list");
            assertThat(connected.next()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"a\":1}}");
        }
    }

    @Test
    void splitsABatch() throws Exception {
        try (PlayedServer played = new PlayedServer(one -> one.json(
                        "[{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}," + one.result("{}") + "]"));
                Connected connected = new Connected(played.url())) {
            connected.call(1);
            assertThat(connected.next()).contains("notifications/message");
            assertThat(connected.next()).contains("\"id\":1");
        }
    }

    @Test
    void restoresTheIdOfAResponse() throws Exception {
        try (PlayedServer played = new PlayedServer(one ->
                        one.json("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,\"message\":\"no\"}}"));
                Connected connected = new Connected(played.url())) {
            connected.call(3);
            assertThat(connected.next())
                    .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":3,\"error\":{\"code\":-32600,\"message\":\"no\"}}");
        }
    }

    @Test
    void endsWhenTheServerNoLongerKnowsTheSession() throws Exception {
        try (PlayedServer played = PlayedServer.opening("s", one -> {
                    if (one.method().equals("GET")) {
                        one.status(405);
                    } else {
                        one.answer(
                                404,
                                "application/json",
                                "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32001,\"message\":\"no session\"},\"id\":null}");
                    }
                });
                Connected connected = Connected.opened(played)) {
            connected.call(1);
            assertThat(connected.end()).contains("no longer knows this session");
            assertThatThrownBy(() -> connected.call(2)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void deletesTheSessionOnClose() throws Exception {
        try (PlayedServer played = PlayedServer.opening("s-9", one -> one.status(405))) {
            Connected connected = Connected.opened(played);
            connected.finish();
            assertThat(connected.end()).contains("closed");
            assertThat(played.asked("DELETE")).singleElement().satisfies(one -> {
                assertThat(one.header("Mcp-Session-Id")).isEqualTo("s-9");
                assertThat(one.header("MCP-Protocol-Version")).isEqualTo("2025-11-25");
            });
        }
    }

    @Test
    void closesInTimeIfTheServerDoesNotRespond() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        try (PlayedServer played = new PlayedServer(one -> {
                    if ("initialize".equals(one.rpcMethod())) {
                        one.exchange().getResponseHeaders().add("Mcp-Session-Id", "s");
                        one.json(one.result("{\"protocolVersion\":\"2025-11-25\"}"));
                    } else {
                        never.await();
                    }
                });
                Connected connected = new Connected(played.url())) {
            connected.request(0, "initialize", "{}");
            connected.next();
            connected.call(1);
            connected.finish();
            assertThat(connected.end()).contains("closed");
        }
    }

    @Test
    void sendsConfiguredHeadersExceptReservedOnes() throws Exception {
        try (PlayedServer played = new PlayedServer(one -> one.json(one.result("{}")));
                Connected connected = new Connected(
                        played.url(),
                        Map.of("Authorization", "Bearer k", "X-Team", "a", "Accept", "text/html", "X-Bad", "a\r\nb"),
                        UpstreamCredentials.NONE)) {
            connected.call(1);
            connected.next();
            Asked asked = played.asked().getFirst();
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
        try (PlayedServer played = new PlayedServer(one -> {
                    if (one.path().equals("/mcp")) {
                        one.exchange().getResponseHeaders().add("Location", "/mcp/");
                        one.status(308);
                    } else {
                        one.json(one.result("{}"));
                    }
                });
                Connected connected = new Connected(played.url())) {
            connected.call(1);
            assertThat(connected.next()).contains("\"id\":1");
            connected.call(2);
            assertThat(connected.next()).contains("\"id\":2");
            assertThat(played.asked()).extracting(Asked::path).containsExactly("/mcp", "/mcp/", "/mcp/");
        }
    }

    @Test
    void refusesRedirectsToAnotherOrigin() throws Exception {
        try (PlayedServer other = new PlayedServer(one -> one.json(one.result("{}")));
                PlayedServer played = new PlayedServer(one -> {
                    one.exchange()
                            .getResponseHeaders()
                            .add("Location", other.url().toString());
                    one.status(307);
                });
                Connected connected = new Connected(played.url())) {
            connected.call(1);
            assertThat(connected.failure()).hasMessageContaining("another origin");
            assertThat(other.asked()).isEmpty();
        }
    }

    @Test
    void repeatsARequestOnAConnectionThatWasClosed() throws Exception {
        AtomicReference<CountDownLatch> closed = new AtomicReference<>(new CountDownLatch(1));
        try (ClosingServer played = new ClosingServer(closed::get);
                Connected connected = new Connected(played.url())) {
            for (int i = 1; i <= 3; i++) {
                connected.call(i);
                assertThat(connected.next()).contains("\"id\":" + i);
                closed.getAndSet(new CountDownLatch(1)).await();
            }
            assertThat(played.answered()).isEqualTo(3);
        }
    }

    @Test
    void reusesTheConnectionOfANotification() throws Exception {
        try (PlayedServer played = new PlayedServer(one -> {
                    if (one.id().equals("null")) {
                        one.exchange().sendResponseHeaders(202, 0); // of unknown length, as some servers send it
                    } else {
                        one.json(one.result("{}"));
                    }
                });
                Connected connected = new Connected(played.url())) {
            for (int i = 0; i < 3; i++) {
                connected.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}");
                connected.call(i);
                connected.next();
            }
            assertThat(played.asked())
                    .extracting(one -> one.exchange().getRemoteAddress().getPort())
                    .satisfies(ports ->
                            assertThat(ports.stream().distinct().count()).isLessThanOrEqualTo(2));
        }
    }

    @Test
    void renewsRefusedCredentials() throws Exception {
        try (PlayedServer played = new PlayedServer(one -> {
                    if ("Bearer new".equals(one.header("Authorization"))) {
                        one.json(one.result("{}"));
                    } else {
                        one.exchange().getResponseHeaders().add("WWW-Authenticate", "Bearer error=\"invalid_token\"");
                        one.status(401);
                    }
                });
                Connected connected = new Connected(played.url(), Map.of(), new RenewedCredentials())) {
            connected.call(1);
            assertThat(connected.next()).contains("\"id\":1");
            assertThat(played.asked())
                    .extracting(one -> one.header("Authorization"))
                    .containsExactly("Bearer old", "Bearer new");
        }
    }
}
