package dev.plimsoll.gateway.upstream.shared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.fixture.TestMessages;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamListener;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineTooLongException;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a request fails if its response was read, but there is not enough memory to process it. */
class ScarceMemoryTest {

    private static final Log LOG = new Log(new PrintStream(new ByteArrayOutputStream()), LogSeverity.OFF);

    private final BlockingQueue<RefusedException> failures = new LinkedBlockingQueue<>();

    /** A client that runs out of memory when it receives a message. */
    private final class ClientWithoutMemory implements UpstreamListener {

        @Override
        public void onMessage(Message message) {
            throw new OutOfMemoryError("simulated");
        }

        @Override
        public void onRequestFailed(Slice requestId, RefusedException refusal) {
            assertThat(requestId.utf8()).isEqualTo("7");
            failures.add(refusal);
        }

        @Override
        public void onMessageTooLong(LineTooLongException message, int maxBytes) {}

        @Override
        public void onWarning(String warning) {}

        @Override
        public void onClosed(String reason) {}
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 10_000_000})
    void failsTheRequestWithoutEnoughMemory(int bytes) throws Exception {
        SimulatedServer server = new SimulatedServer(false);
        try (SharedConnection sharedConnection =
                SharedConnection.open(server, null, ClientAbilities.NONE, Duration.ofMinutes(1), LOG)) {
            assertThat(server.nextReceived().path("method").asString()).isEqualTo("notifications/initialized");
            Upstream clientConnection = sharedConnection.createUpstream(false);
            clientConnection.start(new ClientWithoutMemory());
            clientConnection.send(TestMessages.message("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"work\"}"));
            server.sendResult(server.nextReceived(), "{\"text\":\"" + "x".repeat(bytes) + "\"}");
            RefusedException refusal = failures.poll(20, TimeUnit.SECONDS);
            assertThat(refusal).isNotNull();
            assertThat(refusal.code()).isEqualTo(ErrorCode.RESULT_TOO_LARGE);
            assertThat(refusal).hasMessageContaining("memory");
        }
    }
}
