package dev.plimsoll.gateway.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests the server of the rehearsal, which is a shell script. */
@DisabledOnOs(OS.WINDOWS)
class RehearsalTest {

    @TempDir
    private Path temporary;

    @Test
    void serverWorksInAFolderWithAnyName() throws Exception {
        Path folder = Files.createDirectory(temporary.resolve("o'brien's \"$HOME\" folder"));
        Process server = new ProcessBuilder("sh", "-c", Rehearsal.createServerScript(folder))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader responses = server.inputReader();
                var requests = server.outputWriter()) {
            requests.write("initialize\ninitialized\ntools\n");
            requests.flush();
            assertThat(responses.readLine()).contains("protocolVersion");
            assertThat(responses.readLine()).contains("inputSchema");
        } finally {
            server.destroyForcibly();
        }
    }
}
