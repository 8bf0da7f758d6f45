package dev.plimsoll.gateway.upstream.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.gateway.upstream.UpstreamException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WindowsCommandTest {

    @TempDir
    Path folder;

    private Path file(String name) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, "");
    }

    private List<String> command(String... command) throws UpstreamException {
        String path = "relative;;\"" + folder + "\";" + folder.resolve("second");
        return WindowsCommand.forWindows(
                List.of(command), Map.of("Path", path, "PATHEXT", ".COM;.EXE;.BAT;.CMD", "SystemRoot", "C:\\Windows"));
    }

    @Test
    void scriptRunsInShell() throws Exception {
        Path npx = file("npx.cmd");
        assertThat(command("npx", "-y", "@scope/server", "C:\\my files\\", "a&b"))
                .containsExactly(
                        "C:\\Windows\\System32\\cmd.exe",
                        "/d",
                        "/s",
                        "/c",
                        "\"\"" + npx + "\" \"-y\" \"@scope/server\" \"C:\\my files\\\\\" \"a&b\"\"");
    }

    @Test
    void programsAreFoundInOrderOfPathAndExtensions() throws Exception {
        Path secondProgram = file("second/tool.exe");
        assertThat(command("tool")).containsExactly(secondProgram.toString());
        Path batch = file("tool.bat");
        assertThat(command("tool").get(4)).contains(batch.toString());
        Path program = file("tool.exe");
        assertThat(command("tool")).containsExactly(program.toString());
        assertThat(command("tool.exe")).containsExactly(program.toString());
        assertThat(command("tool.bat").get(4)).contains(batch.toString());
    }

    @Test
    void programWithFolderMayLackExtension() throws Exception {
        Path program = file("bin/server.exe");
        assertThat(command(folder.resolve("bin/server").toString(), "x")).containsExactly(program.toString(), "x");
    }

    /** Checks that programs are not searched for in the working folder, where somebody else may have put them. */
    @Test
    void missingProgramIsAnError() {
        assertThatThrownBy(() -> command("pom", "x"))
                .isInstanceOf(UpstreamException.class)
                .hasMessage("cannot start pom: no such program on PATH");
        assertThatThrownBy(() -> command("pom.xml")).isInstanceOf(UpstreamException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\"b", "%PATH%", "two\nlines"})
    void argumentThatShellWouldInterpretIsRefused(String argument) throws Exception {
        file("npx.cmd");
        assertThatThrownBy(() -> command("npx", argument))
                .isInstanceOf(UpstreamException.class)
                .hasMessageContaining("cannot contain a quotation mark, a percent sign, or a line break")
                .hasMessageNotContaining(argument);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "plain|plain",
                "C:\\dir\\|C:\\dir\\",
                "a b|\"a b\"",
                "a b\\|\"a b\\\\\"",
                "{\"a\":1}|\"{\\\"a\\\":1}\"",
                "\\\"|\"\\\\\\\"\"",
                "``|\"\"",
            },
            delimiter = '|')
    void argumentsOfProgramsAreQuoted(String argument, String expected) throws Exception {
        file("server.exe");
        assertThat(command("server", argument).get(1)).isEqualTo(expected);
    }
}
