package dev.plimsoll.gateway.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plimsoll.gateway.config.HostEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DaemonControlTest {

    @TempDir
    Path folder;

    private DaemonControl control() {
        return DaemonControl.of(
                new HostEnvironment(Map.of("XDG_DATA_HOME", folder.toString()), folder, folder, "Linux"));
    }

    private Path createSocketFolder(String permissions) throws IOException {
        Path sockets = Files.createDirectories(folder.resolve("plimsoll/daemon"));
        return Files.setPosixFilePermissions(sockets, PosixFilePermissions.fromString(permissions));
    }

    @Test
    void usesNoFolderThatOtherUsersCanEnter() throws Exception {
        createSocketFolder("rwxr-x--x");
        assertThatThrownBy(() -> control().openDashboard())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("plimsoll/daemon: others can enter it, so it is not used");
    }

    @Test
    void usesNoFolderOfAnotherUser() throws Exception {
        assumeTrue(System.getProperty("user.name").equals("root"), "only root can give a folder away");
        Path sockets = createSocketFolder("rwx------");
        Files.setAttribute(sockets, "unix:uid", 65_534);
        assertThatThrownBy(() -> control().openDashboard())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("belongs to ")
                .hasMessageContaining("not to root, so it is not used");
    }

    @Test
    void statusIsEmptyWithoutFolder() throws Exception {
        assertThat(control().status()).isEmpty();
    }
}
