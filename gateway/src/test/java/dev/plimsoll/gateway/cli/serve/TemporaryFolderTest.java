package dev.plimsoll.gateway.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

class TemporaryFolderTest {

    @Test
    void closeDeletesTheFolderWithItsContents() throws IOException {
        TemporaryFolder folder = TemporaryFolder.create("plimsoll-test");
        Files.createDirectories(folder.path().resolve("telemetry/spool"));
        Files.writeString(folder.path().resolve("telemetry/spool/1"), "entry");

        folder.close();
        folder.close();

        assertThat(folder.path()).doesNotExist();
    }
}
