package dev.plimsoll.gateway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.HostEnvironment;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests errors before serving starts; the launcher's check tests serving itself. */
class DemoCommandTest {

    @TempDir
    private Path folder;

    private String err(int status, @Nullable Path sample, String... args) {
        FakeTerminal terminal = new FakeTerminal("");
        HostEnvironment hostEnvironment = new HostEnvironment(Map.of(), folder, folder, "Linux");
        DemoCommand demo = new DemoCommand(terminal.terminal(), hostEnvironment, sample);
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
        Path sample = folder.resolve("plimsoll-sample.jar");
        assertThat(err(ExitCode.USAGE, sample, "demo", "--budget", "much")).contains("--budget");
        assertThat(err(ExitCode.USAGE, sample, "demo", "--listen", "0.0.0.0:1")).contains("listen: 0.0.0.0:1");
    }
}
