package dev.plimsoll.gateway.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.gateway.fixture.TestMessages;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamListener;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineTooLongException;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@NullMarked
class FilterChainTest {

    private static final Slice EMPTY = Slice.of("{}");

    private final List<String> events = new ArrayList<>();
    private final RecordingServer server = new RecordingServer();

    /** Records the messages that reach the server. */
    private final class RecordingServer implements Upstream {

        private @Nullable UpstreamListener listener;

        @Override
        public void start(UpstreamListener upstreamListener) {
            listener = upstreamListener;
            events.add("server starts");
        }

        UpstreamListener listener() {
            return Objects.requireNonNull(listener);
        }

        @Override
        public void send(Message message) {
            events.add("server gets " + message.method());
        }

        @Override
        public void holdResponses() {
            events.add("server holds responses");
        }

        @Override
        public void close() {
            events.add("server closes");
        }
    }

    /** Records the messages and events that reach the client. */
    private final class RecordingClient implements UpstreamListener {

        @Override
        public void onMessage(Message message) {
            events.add("client gets " + Objects.requireNonNull(message.id()).utf8());
        }

        @Override
        public void onRequestFailed(Slice requestId, RefusedException why) {
            events.add("client loses " + requestId.utf8());
        }

        @Override
        public void onMessageTooLong(LineTooLongException message, int maxBytes) {
            events.add("client misses a message above " + maxBytes);
        }

        @Override
        public void onWarning(String warning) {
            events.add("client is warned: " + warning);
        }

        @Override
        public void onRefused(RefusedException why) {
            events.add("client is refused");
        }

        @Override
        public void onClosed(String reason) {
            events.add("client ends: " + reason);
        }
    }

    /** Passes messages on, and records them. */
    private class RecordingFilter implements MessageFilter {

        private final String name;

        RecordingFilter(String name) {
            this.name = name;
        }

        @Override
        public void start(FilterLink link) {
            events.add(name + " starts");
        }

        @Override
        public void onClientMessage(Message message, FilterLink link) throws IOException {
            events.add(name + " down");
            link.server().send(message);
        }

        @Override
        public void onServerMessage(Message message, FilterLink link) throws IOException {
            events.add(name + " up");
            link.client().onMessage(message);
        }

        @Override
        public void beforeClose() {
            events.add(name + " before close");
        }

        @Override
        public void afterClose() {
            events.add(name + " after close");
        }
    }

    private static Message request(String method) {
        return TestMessages.message("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\"}");
    }

    private Upstream started(MessageFilter... filters) {
        Upstream chain = FilterChain.of(server, List.of(filters));
        chain.start(new RecordingClient());
        return chain;
    }

    @Test
    void requestsGoDownAndResponsesComeUpInOrder() throws Exception {
        Upstream chain = started(new RecordingFilter("first"), new RecordingFilter("second"));

        chain.send(request("ping"));
        server.listener().onMessage(Message.result(Slice.of("1"), EMPTY));

        assertThat(events)
                .containsExactly(
                        "first starts",
                        "second starts",
                        "server starts",
                        "first down",
                        "second down",
                        "server gets ping",
                        "second up",
                        "first up",
                        "client gets 1");
    }

    @Test
    void aFilterAnswersWithoutTheServer() throws Exception {
        Upstream chain = started(new RecordingFilter("above"), new MessageFilter() {
            @Override
            public void onClientMessage(Message message, FilterLink link) throws IOException {
                link.client().onMessage(Message.result(Objects.requireNonNull(message.id()), EMPTY));
            }
        });
        events.clear();

        chain.send(request("ping"));

        assertThat(events).containsExactly("above down", "above up", "client gets 1");
    }

    @Test
    void aFilterPassesEverythingOnByDefault() throws Exception {
        Upstream chain = started(new MessageFilter() {});
        RefusedException why = new RefusedException(ErrorCode.RATE_LIMITED, "slow down", "wait");
        events.clear();

        chain.send(request("ping"));
        chain.holdResponses();
        server.listener().onRequestFailed(Slice.of("2"), why);
        server.listener().onMessageTooLong(new LineTooLongException(9, 8, Slice.of(""), Slice.of("")), 8);
        server.listener().onWarning("noise");
        server.listener().onRefused(why);
        server.listener().onClosed("it ended");

        assertThat(events)
                .containsExactly(
                        "server gets ping",
                        "server holds responses",
                        "client loses 2",
                        "client misses a message above 8",
                        "client is warned: noise",
                        "client ends: " + why.getMessage(),
                        "client ends: it ended");
    }

    @Test
    void invokesAfterCloseOnceIfTheChainIsClosedTwice() {
        Upstream chain = started(new RecordingFilter("first"), new RecordingFilter("second"));
        events.clear();

        chain.close();
        chain.close();

        assertThat(events)
                .containsExactly(
                        "first before close",
                        "second before close",
                        "server closes",
                        "first after close",
                        "second after close",
                        "first before close",
                        "second before close",
                        "server closes");
    }

    @Test
    void invokesAfterCloseEvenIfTheServerFailsToClose() {
        Upstream failingUpstream = new Upstream() {
            @Override
            public void start(UpstreamListener upstreamListener) {}

            @Override
            public void send(Message message) {}

            @Override
            public void close() {
                throw new IllegalStateException("no");
            }
        };
        Upstream chain = FilterChain.of(failingUpstream, List.of(new RecordingFilter("only")));

        assertThatThrownBy(chain::close).hasMessage("no");

        assertThat(events).containsExactly("only before close", "only after close");
    }

    @Test
    void chainWithoutFiltersIsTheServerConnection() {
        assertThat(FilterChain.of(server, List.of())).isSameAs(server);
    }
}
