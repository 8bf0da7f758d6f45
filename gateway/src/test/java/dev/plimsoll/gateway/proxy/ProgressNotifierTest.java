package dev.plimsoll.gateway.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgressNotifierTest {

    private final BlockingQueue<String> sent = new LinkedBlockingQueue<>();

    private ProgressNotifier startNotifier(String params, Duration interval) {
        Message request = Objects.requireNonNull(Message.parse(
                Slice.of("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":" + params + "}")));
        return ProgressNotifier.start(
                request, message -> sent.add(message.bytes().utf8()), interval);
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "\"a\\\"b\""})
    void notifiesRepeatedlyUntilClosed(String token) throws Exception {
        try (var _ = startNotifier("{\"_meta\":{\"progressToken\":" + token + "}}", Duration.ofMillis(1))) {
            for (int n = 1; n <= 3; n++) {
                assertThat(sent.poll(20, TimeUnit.SECONDS))
                        .isEqualTo(
                                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":"
                                        + token + ",\"progress\":" + n + "}}");
            }
        }
        sent.clear();
        assertThat(sent.poll(50, TimeUnit.MILLISECONDS)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"_meta\":{}}", "{\"_meta\":7}", "[]"})
    void notifiesNoClientWithoutAToken(String params) throws Exception {
        try (var _ = startNotifier(params, Duration.ZERO)) {
            assertThat(sent.poll(50, TimeUnit.MILLISECONDS)).isNull();
        }
    }

    @Test
    void stopsWhenTheClientHasClosed() throws Exception {
        Message request = Objects.requireNonNull(Message.parse(Slice.of(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":{\"_meta\":{\"progressToken\":1}}}")));
        BlockingQueue<String> attempts = new LinkedBlockingQueue<>();
        try (var _ = ProgressNotifier.start(
                request,
                message -> {
                    attempts.add("one");
                    throw new IOException("closed");
                },
                Duration.ofMillis(1))) {
            assertThat(attempts.poll(20, TimeUnit.SECONDS)).isEqualTo("one");
            assertThat(attempts.poll(50, TimeUnit.MILLISECONDS)).isNull();
        }
    }
}
