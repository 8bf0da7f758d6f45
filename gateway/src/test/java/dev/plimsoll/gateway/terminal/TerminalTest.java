package dev.plimsoll.gateway.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TerminalTest {

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void lostOutputIsAFailure() {
        assertThat(finishAfterPrintingTo(failingStream("No space left on device")))
                .isEqualTo(ExitCode.FAILURE);
        assertThat(err.toString(StandardCharsets.UTF_8)).startsWith("plimsoll: cannot write to standard output");
    }

    @Test
    void closedPipeIsNoFailure() {
        assertThat(finishAfterPrintingTo(failingStream("Broken pipe"))).isEqualTo(ExitCode.SUCCESS);
        assertThat(err.size()).isZero();
    }

    @Test
    void keepsTheExitCodeOfAFailedCommand() {
        Terminal terminal = terminal(failingStream("No space left on device"));
        terminal.out().println("text");
        assertThat(terminal.finish(ExitCode.USAGE)).isEqualTo(ExitCode.USAGE);
    }

    private int finishAfterPrintingTo(OutputStream out) {
        Terminal terminal = terminal(new PipeTolerantOutputStream(out));
        terminal.out().println("text");
        terminal.out().println("more");
        return terminal.finish(ExitCode.SUCCESS);
    }

    private Terminal terminal(OutputStream out) {
        PrintStream errStream = new PrintStream(err, true, StandardCharsets.UTF_8);
        return new Terminal(
                InputStream.nullInputStream(),
                new PrintStream(out, false, StandardCharsets.UTF_8),
                errStream,
                false,
                false);
    }

    private static OutputStream failingStream(String reason) {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(reason);
            }
        };
    }
}
