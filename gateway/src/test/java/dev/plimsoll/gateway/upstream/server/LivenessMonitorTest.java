package dev.plimsoll.gateway.upstream.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.filter.FilterChain;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.PendingRequests;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamListener;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineTooLongException;
import dev.plimsoll.model.RefusedException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests for which requests make a silent server count as one that hangs. */
@NullMarked
class LivenessMonitorTest {

    private final ByteArrayOutputStream logBytes = new ByteArrayOutputStream();
    private final LivenessMonitor monitor = new LivenessMonitor(
            "crm",
            Duration.ZERO,
            Duration.ZERO,
            ended -> {},
            new Log(new PrintStream(logBytes, true, StandardCharsets.UTF_8), LogSeverity.WARN));
    private final SilentServer server = new SilentServer();
    private final Upstream chain = FilterChain.of(server, List.of(monitor));

    private static final class SilentServer implements Upstream {

        private @Nullable UpstreamListener listener;

        UpstreamListener listener() {
            return Objects.requireNonNull(listener);
        }

        @Override
        public void start(UpstreamListener upstreamListener) {
            listener = upstreamListener;
        }

        @Override
        public void send(Message message) {
            // answers nothing
        }

        @Override
        public void close() {
            // nothing to release
        }
    }

    private static final class IgnoringClient implements UpstreamListener {

        @Override
        public void onMessage(Message message) {
            // not under test
        }

        @Override
        public void onRequestFailed(Slice requestId, RefusedException why) {
            // not under test
        }

        @Override
        public void onMessageTooLong(LineTooLongException message, int maxBytes) {
            // not under test
        }

        @Override
        public void onWarning(String warning) {
            // not under test
        }

        @Override
        public void onRefused(RefusedException why) {
            // not under test
        }

        @Override
        public void onClosed(String reason) {
            // not under test
        }
    }

    @BeforeEach
    void start() {
        chain.start(new IgnoringClient());
    }

    private void request(int id) throws Exception {
        chain.send(Message.request(Slice.of(Integer.toString(id)), "tools/call", Slice.of("{}")));
    }

    private void respond(int id) throws Exception {
        server.listener().onMessage(Message.result(Slice.of(Integer.toString(id)), Slice.of("{}")));
    }

    private void respondTooLong(String head) throws Exception {
        server.listener().onMessageTooLong(new LineTooLongException(9_000, 100, Slice.of(head), Slice.of("]}}")), 100);
    }

    /** Returns whether the monitor ends the server: first it sends a ping, then it waits for the response. */
    private boolean isEnded() {
        monitor.check();
        monitor.check();
        return logBytes.toString(StandardCharsets.UTF_8).contains("ended a server that hangs");
    }

    @Test
    void endsAServerWithAnOpenRequest() throws Exception {
        request(1);
        request(2);
        respond(1);
        assertThat(isEnded()).isTrue();
    }

    @Test
    void doesNotEndAServerWhoseResponseWasTooLong() throws Exception {
        request(1);
        respondTooLong("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{");
        assertThat(isEnded()).isFalse();
    }

    @Test
    void doesNotEndAServerIfAMessageThatIsTooLongHasNoKnownId() throws Exception {
        request(1);
        respondTooLong("{\"result\":{");
        assertThat(isEnded()).isFalse();
    }

    @Test
    void endsAServerWithAnOpenRequestIfTheResponseToAnotherWasTooLong() throws Exception {
        request(1);
        request(2);
        respondTooLong("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{");
        assertThat(isEnded()).isTrue();
    }

    @Test
    void monitorsTheNewestRequestIfTooManyAreOpen() throws Exception {
        for (int id = 0; id <= PendingRequests.MAX_PENDING; id++) {
            request(id);
        }
        for (int id = 0; id < PendingRequests.MAX_PENDING; id++) {
            respond(id);
        }
        assertThat(isEnded()).isTrue();
    }
}
