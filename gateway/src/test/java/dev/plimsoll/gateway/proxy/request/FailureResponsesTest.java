package dev.plimsoll.gateway.proxy.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.json.Slice;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that a request gets a response even after an error of the virtual machine. Without a response, the client would wait
 * forever.
 */
class FailureResponsesTest {

    private final Log log =
            new Log(new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8), LogSeverity.ERROR);

    static Stream<Error> vmErrors() {
        return Stream.of(
                new OutOfMemoryError("Java heap space"),
                new StackOverflowError(),
                new NoClassDefFoundError("too many open files"));
    }

    @ParameterizedTest
    @MethodSource("vmErrors")
    void answersARequestAfterAVmError(Error thrown) {
        Message answer = FailureResponses.response(
                Slice.of("7"),
                () -> {
                    throw thrown;
                },
                response -> {},
                log);
        assertThat(answer.bytes().utf8()).contains("\"id\":7").contains("INTERNAL_ERROR");
    }
}
