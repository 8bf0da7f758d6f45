package dev.plimsoll.gateway.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.cli.program.CommandLineProgram;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.FakeTerminal;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests errors that prevent {@code serve} from starting. {@code .ci/launcher} tests the running command. */
class ServeCommandTest {

    @TempDir
    private Path folder;

    private String err(int status, String listen) {
        FakeTerminal terminal = new FakeTerminal("");
        HostEnvironment hostEnvironment = new HostEnvironment(Map.of(), folder, folder, "Linux");
        ServeCommand serve = new ServeCommand(terminal.terminal(), hostEnvironment);
        assertThat(CommandLineProgram.run(terminal.terminal(), List.of(serve), "serve", "--listen", listen))
                .as(terminal.err())
                .isEqualTo(status);
        return terminal.err();
    }

    @Test
    void namesAPortInUse() throws IOException {
        Files.writeString(folder.resolve("plimsoll.yaml"), "servers: { files: { command: [cat] } }\n");
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String address = "127.0.0.1:" + socket.getLocalPort();

            assertThat(err(ExitCode.FAILURE, address))
                    .contains("plimsoll: cannot listen on " + address + ": the port is in use")
                    .contains("--listen HOST:PORT");
        }
    }
}
