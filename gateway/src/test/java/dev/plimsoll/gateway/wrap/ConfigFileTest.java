package dev.plimsoll.gateway.wrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigFileTest {

    @TempDir
    private Path folder;

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static String permissions(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void replacesTheFileAndLeavesNothingElse() throws Exception {
        Path file = write("a.json", "old");

        ConfigFile.read(file).overwrite("néw");

        assertThat(file).hasContent("néw");
        assertThat(names()).containsExactly("a.json");
    }

    @Test
    void fileAndBackupKeepThePermissions() throws Exception {
        for (String rights : List.of("rw-------", "rw-r--r--", "rwxrw----")) {
            Path file = write(rights + ".json", "old");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(rights));

            ConfigFile config = ConfigFile.read(file);
            Path backup = config.backUp();
            config.overwrite("new");

            assertThat(permissions(file)).isEqualTo(rights);
            assertThat(permissions(backup)).isEqualTo(rights);
            assertThat(backup).hasContent("old");
        }
    }

    @Test
    void keepsALinkAndReplacesItsTarget() throws Exception {
        Path target = write("real.json", "old");
        Path linkFolder = Files.createDirectory(folder.resolve("far"));
        Path link = Files.createSymbolicLink(linkFolder.resolve("link.json"), Path.of("../real.json"));
        Path secondLink = Files.createSymbolicLink(folder.resolve("second.json"), link);

        ConfigFile config = ConfigFile.read(secondLink);
        Path backup = config.backUp();
        config.overwrite("new");

        assertThat(secondLink).isSymbolicLink();
        assertThat(link).isSymbolicLink();
        assertThat(target).hasContent("new").isRegularFile();
        assertThat(backup)
                .isEqualTo(folder.resolve("second.json.plimsoll-backup"))
                .hasContent("old");
        assertThat(Files.isSymbolicLink(target)).isFalse();
    }

    @Test
    void backupsAreNumberedAndNeverOverwritten() throws Exception {
        Path file = write("a.json", "one");
        write("a.json.plimsoll-backup", "somebody's");

        assertThat(ConfigFile.read(file).backUp()).isEqualTo(folder.resolve("a.json.plimsoll-backup-2"));
        write("a.json", "two");
        assertThat(ConfigFile.read(file).backUp()).isEqualTo(folder.resolve("a.json.plimsoll-backup-3"));
        write("a.json", "one");
        // the second backup already has this text
        assertThat(ConfigFile.read(file).backUp()).isEqualTo(folder.resolve("a.json.plimsoll-backup-2"));

        assertThat(folder.resolve("a.json.plimsoll-backup")).hasContent("somebody's");
        assertThat(names()).hasSize(4);
    }

    @Test
    void doesNotWriteThroughALinkWithTheNameOfTheBackup() throws Exception {
        Path file = write("a.json", "one");
        Files.createSymbolicLink(folder.resolve("a.json.plimsoll-backup"), folder.resolve("elsewhere"));

        assertThat(ConfigFile.read(file).backUp()).isEqualTo(folder.resolve("a.json.plimsoll-backup-2"));
        assertThat(folder.resolve("elsewhere")).doesNotExist();
    }

    @Test
    void refusesToOverwriteAConcurrentChange() throws Exception {
        Path file = write("a.json", "old");
        ConfigFile config = ConfigFile.read(file);
        write("a.json", "other");

        assertThatThrownBy(() -> config.overwrite("new"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("was changed by another program");
        assertThat(file).hasContent("other");
    }

    @Test
    void readsOnlyUtf8() throws Exception {
        Path latin = folder.resolve("latin.json");
        Files.write(latin, "{\"ä\":1}".getBytes(StandardCharsets.ISO_8859_1));
        Path utf16 = folder.resolve("wide.json");
        Files.write(utf16, "\uFEFF{}".getBytes(StandardCharsets.UTF_16LE));

        assertThatThrownBy(() -> ConfigFile.read(latin))
                .hasMessageEndingWith("latin.json is not UTF-8: save it as UTF-8");
        assertThatThrownBy(() -> ConfigFile.read(utf16))
                .hasMessageEndingWith("wide.json is not UTF-8 but UTF-16: save it as UTF-8");
    }

    @Test
    void refusesAnythingButARegularFile() throws Exception {
        Files.createSymbolicLink(folder.resolve("dangling"), Path.of("nowhere"));

        assertThatThrownBy(() -> ConfigFile.read(folder)).hasMessageContaining(" is a directory");
        assertThatThrownBy(() -> ConfigFile.read(folder.resolve("x"))).hasMessageEndingWith("x does not exist");
        assertThatThrownBy(() -> ConfigFile.read(folder.resolve("dangling"))).hasMessageEndingWith(" does not exist");
        assertThatThrownBy(() -> ConfigFile.read(Path.of("/dev/null"))).hasMessageEndingWith(" is not a regular file");
    }

    @Test
    void reportsMissingWritePermissions() throws Exception {
        Path file = write("a.json", "old");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--------"));
        assumeThat(Files.isWritable(file))
                .as("the superuser may write everywhere")
                .isFalse();

        assertThatThrownBy(() -> ConfigFile.read(file).requireWritable()).hasMessageContaining("is not writable");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("r-x------"));
        assertThatThrownBy(() -> ConfigFile.read(file).backUp())
                .hasMessageContaining("cannot write to " + folder + ": permission denied");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    }
}
