package dev.plimsoll.gateway.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the keyring of GNOME, with a session bus and a home folder of its own. The test is skipped if the keyring is
 * not installed.
 */
class SystemKeyringTest {

    @TempDir
    Path home;

    private static boolean isOnPath(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    @Test
    void keyIsStoredAndReadAgain() throws Exception {
        assumeTrue(
                Stream.of("dbus-run-session", "gnome-keyring-daemon", "secret-tool")
                        .allMatch(SystemKeyringTest::isOnPath),
                "the keyring of GNOME is not installed");
        String script =
                "printf secret | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1 && exec \"$@\"";
        ProcessBuilder builder = new ProcessBuilder(
                "dbus-run-session",
                "--",
                "sh",
                "-c",
                script,
                "-",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                KeyringProbe.class.getName());
        builder.environment().put("HOME", home.toString());
        builder.environment().put("XDG_RUNTIME_DIR", home.toString());
        builder.environment().put("XDG_DATA_HOME", home.toString());
        Process process = builder.redirectError(Redirect.INHERIT).start();
        process.getOutputStream().close();
        List<String> keys = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertThat(process.waitFor()).isZero();
        assertThat(keys).hasSize(2);
        assertThat(keys.get(0)).hasSize(44).isEqualTo(keys.get(1));
    }
}
