package dev.plimsoll.gateway.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.cli.program.CommandLineProgram;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.FakeTerminal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests errors that occur before the demo starts to serve. {@code .ci/launcher} tests the running demo. */
class DemoCommandTest {

    @TempDir
    private Path folder;

    private String err(int status, @Nullable Path sampleServer, String... args) {
        FakeTerminal terminal = new FakeTerminal("");
        HostEnvironment hostEnvironment = new HostEnvironment(Map.of(), folder, folder, "Linux");
        DemoCommand demo = new DemoCommand(terminal.terminal(), hostEnvironment, sampleServer);
        assertThat(CommandLineProgram.run(terminal.terminal(), List.of(demo), args))
                .as(terminal.err())
                .isEqualTo(status);
        assertThat(terminal.out()).isEmpty();
        return terminal.err();
    }

    @Test
    void reportsAMissingSampleServer() {
        assertThat(err(ExitCode.FAILURE, null, "demo")).contains("this build has no sample server");
    }

    @Test
    void namesInvalidOptions() {
        Path sampleServer = folder.resolve("plimsoll-sample.jar");
        assertThat(err(ExitCode.USAGE, sampleServer, "demo", "--budget", "much"))
                .contains("--budget");
        assertThat(err(ExitCode.USAGE, sampleServer, "demo", "--listen", "0.0.0.0:1"))
                .contains("listen: 0.0.0.0:1");
    }
}
