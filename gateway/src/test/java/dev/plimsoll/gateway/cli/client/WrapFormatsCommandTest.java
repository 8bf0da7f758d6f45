package dev.plimsoll.gateway.cli.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.plimsoll.gateway.cli.program.CommandLineProgram;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.FakeTerminal;
import dev.plimsoll.gateway.terminal.Terminal;
import dev.plimsoll.gateway.wrap.KnownFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code wrap} and {@code unwrap} on files in TOML and YAML, and on servers with a URL. */
class WrapFormatsCommandTest {

    private static final String TOML = """
            # Codex
            [mcp_servers.files]
            command = "npx" # one
            args = ["-y", "server"]

            [mcp_servers.web]
            url = "https://example.com/mcp?key=s3cret"
            http_headers = { Authorization = "Bearer s3cret" }
            """;

    private static final String YAML = """
            mcpServers: # two
              - name: Files
                command: npx
                args:
                  - -y
                  - server
              - name: web
                type: sse
                url: https://example.com/mcp
            """;

    @TempDir
    private Path folder;

    private String launcher = "";

    @BeforeEach
    void createLauncher() throws IOException {
        Path program = Files.writeString(folder.resolve("plimsoll"), "#!/bin/sh\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        launcher = program.toString();
    }

    private FakeTerminal run(int status, String... args) {
        FakeTerminal terminal = new FakeTerminal("");
        Terminal t = terminal.terminal();
        KnownFiles known = new KnownFiles(folder.resolve("home"), folder.resolve("project"));
        List<?> commands = List.of(new WrapCommand(t, known, launcher), new UnwrapCommand(t, known, launcher));
        assertThat(CommandLineProgram.run(t, commands, args))
                .as(terminal.err() + terminal.out())
                .isEqualTo(status);
        return terminal;
    }

    private Path write(String name, String text) throws IOException {
        Path path = folder.resolve(name);
        Files.createDirectories(path.getParent());
        return Files.writeString(path, text);
    }

    @Test
    void wrapsAndUnwrapsTheFilesOfOtherFormats() throws IOException {
        List<Path> files = List.of(
                write("home/.codex/config.toml", TOML),
                write("home/.continue/config.yaml", YAML),
                write("home/.continue/mcpServers/one.yaml", YAML),
                write("project/.continue/mcpServers/two.json", "{\"mcpServers\": {\"a\": {\"command\": \"x\"}}}"),
                write("home/.config/goose/config.yaml", "extensions:\n  a: {type: stdio, cmd: x, args: []}\n"),
                write("project/librechat.yaml", "mcpServers:\n  a:\n    command: x"));
        List<String> before = files.stream().map(WrapFormatsCommandTest::read).toList();
        write("home/.continue/mcpServers/notes.txt", "x");

        assertThat(run(ExitCode.SUCCESS, "wrap", "continue", "--dry-run").out())
                .contains("config.yaml", "one.yaml", "two.json");
        assertThat(run(ExitCode.SUCCESS, "wrap", "--all").err()).isEmpty();
        assertThat(files).allSatisfy(file -> assertThat(file).content().contains(launcher));
        for (String client : List.of("codex", "continue", "goose", "librechat")) {
            run(ExitCode.SUCCESS, "unwrap", client);
        }
        assertThat(files.stream().map(WrapFormatsCommandTest::read)).isEqualTo(before);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void dryRunShowsTheDiffWithoutSecrets() throws IOException {
        Path file = write("config.toml", TOML);

        String out = run(ExitCode.SUCCESS, "wrap", file.toString(), "--dry-run").out();
        assertThat(out).isEqualToNormalizingNewlines("""
                        FILE: 2 of 2 servers would be wrapped
                          files  wrapped
                          web    wrapped
                        --- FILE
                        +++ FILE
                        @@ -3,2 +3,2 @@
                        -command = "npx" # one
                        -args = ["-y", "server"]
                        +command = "LAUNCHER" # one
                        +args = ["run", "--name", "files", "--", "npx", "-y", "server"]
                        @@ -7,2 +7,3 @@
                        -url = "https://example.com/***"
                        -http_headers = { Authorization = "***" }
                        +command = "LAUNCHER"
                        +args = [ "run", "--name", "web", "--url-env", "WRAPPED_URL", "--header-env", "Authorization=WRAPPED_HEADER_1" ]
                        +env = { WRAPPED_HEADER_1 = "***", WRAPPED_URL = "https://example.com/***" }
                        """.replace("FILE", file.toString())
                .replace("LAUNCHER", launcher));
        assertThat(file).content().isEqualTo(TOML);
        run(ExitCode.SUCCESS, "wrap", file.toString());
        assertThat(run(ExitCode.SUCCESS, "unwrap", file.toString(), "--dry-run").out())
                .doesNotContain("s3cret");
    }

    @Test
    void explainsHowToSignIn() throws IOException {
        Path file = write("config.yaml", YAML);

        assertThat(run(ExitCode.SUCCESS, "wrap", file.toString(), "--server", "web")
                        .out())
                .contains("If a server with a URL requires OAuth, log in once: plimsoll login URL");
        assertThat(run(ExitCode.SUCCESS, "wrap", file.toString()).out()).doesNotContain("OAuth");
    }

    @Test
    void reportsErrorsWithTheirPositionAndWritesNothing() throws IOException {
        Path toml = write("config.toml", "[mcp_servers.a]\ncommand = npx\n");
        Path yaml = write("config.yaml", "mcpServers:\n\ta: 1\n");
        Path empty = write("empty.yml", "a: 1\n");

        assertThat(run(ExitCode.USAGE, "wrap", toml.toString()).err())
                .contains("config.toml is not TOML: 2:11: expected a value; a text needs quotes");
        assertThat(run(ExitCode.USAGE, "unwrap", yaml.toString()).err())
                .contains("config.yaml is not YAML: 2:1: a tab cannot indent; use spaces");
        assertThat(run(ExitCode.USAGE, "wrap", empty.toString()).err())
                .contains("empty.yml has no servers; looked for mcpServers", "mcp_servers, extensions");
        assertThat(toml).content().isEqualTo("[mcp_servers.a]\ncommand = npx\n");
        assertThat(folder.resolve("config.toml.plimsoll-backup")).doesNotExist();
    }

    @Test
    void replacesTheTargetOfALink() throws IOException {
        Path target = write("dotfiles/codex.toml", TOML);
        Path link = Files.createSymbolicLink(folder.resolve("config.toml"), target);

        run(ExitCode.SUCCESS, "wrap", link.toString());
        assertThat(link).isSymbolicLink();
        assertThat(target).content().contains(launcher);
        run(ExitCode.SUCCESS, "unwrap", link.toString());
        assertThat(target).content().isEqualTo(TOML);
    }

    @Test
    void refusesAFileThatIsNotWritable() throws IOException {
        Path file = write("config.toml", TOML);
        assertThat(file.toFile().setWritable(false)).isTrue();
        assumeThat(Files.isWritable(file)).isFalse();

        assertThat(run(ExitCode.FAILURE, "wrap", file.toString()).err())
                .contains("is not writable; nothing was written");
        assertThat(file).content().isEqualTo(TOML);
    }

    @Test
    void restoresUnusualLayouts() throws IOException {
        Path file = write("config.yaml", "mcpServers:\n  ? a\n  : command: npx\n    args:\n      -\n        -y\n");

        run(ExitCode.SUCCESS, "wrap", file.toString());
        run(ExitCode.SUCCESS, "unwrap", file.toString());
        assertThat(file).content().isEqualTo("mcpServers:\n  ? a\n  : command: npx\n    args:\n      -\n        -y\n");
    }
}
