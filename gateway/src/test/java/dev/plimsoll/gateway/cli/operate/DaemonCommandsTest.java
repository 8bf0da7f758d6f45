package dev.plimsoll.gateway.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.daemon.DaemonControl;
import dev.plimsoll.gateway.fixture.BrokenDaemon;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.FakeTerminal;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DaemonCommandsTest {

    @TempDir
    Path folder;

    private final FakeTerminal terminal = new FakeTerminal("");

    private int openDashboard(byte[] answer) throws Exception {
        HostEnvironment hostEnvironment = new HostEnvironment(Map.of(), folder, folder, "Linux");
        try (BrokenDaemon _ = BrokenDaemon.start(DaemonControl.of(hostEnvironment), answer)) {
            return DaemonCommands.createCommandLine(terminal.terminal(), hostEnvironment)
                    .execute("dashboard", "--open");
        }
    }

    @Test
    void asksForNoBrowserIfTheDaemonFails() throws Exception {
        assertThat(openDashboard(BrokenDaemon.invalidFrame())).isEqualTo(ExitCode.FAILURE);
        assertThat(terminal.err()).contains("broken.sock: a frame has -1 bytes").doesNotContain("browser");
    }

    @Test
    void asksForNoBrowserIfTheDaemonIsEnding() throws Exception {
        assertThat(openDashboard(new byte[0])).isEqualTo(ExitCode.SUCCESS);
        assertThat(terminal.out()).contains("broken.sock: the daemon is ending");
        assertThat(terminal.err()).isEmpty();
    }
}
