package dev.plimsoll.gateway.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DaemonRehearsalTest {

    @TempDir
    Path folder;

    @Test
    void runsOneSession() throws Exception {
        assertThat(DaemonRehearsal.isPossible()).isTrue();
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        String response =
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{}}}";
        List<String> arguments =
                List.of("run", "--data", "data", "--", "sh", "-c", "read a; echo \"$0\"; cat >/dev/null", response);
        String output = DaemonRehearsal.run(
                DaemonFixture.terminal(new ByteArrayOutputStream()),
                folder,
                arguments,
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{}}\n",
                1);
        assertThat(output).isEqualTo(response + "\n");
        assertThat(folder.resolve("s")).as("the daemon has ended").doesNotExist();
    }
}
