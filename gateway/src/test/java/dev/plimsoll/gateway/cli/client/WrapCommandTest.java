package dev.plimsoll.gateway.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.cli.program.CommandLineProgram;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.FakeTerminal;
import dev.plimsoll.gateway.terminal.Terminal;
import dev.plimsoll.gateway.wrap.KnownFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class WrapCommandTest {

    private static final String TWO_SERVERS = """
            {
              "mcpServers": {
                "GitHub": {
                  "command": "npx",
                  "args": ["-y", "server"],
                  "env": { "TOKEN": "s3cret" }
                },
                "far": { "type": "ws", "url": "wss://example.com/mcp" }
              }
            }
            """;

    @TempDir
    private Path folder;

    private Path file = Path.of("");
    private String launcher = "";

    @BeforeEach
    void write() throws IOException {
        file = Files.writeString(folder.resolve("client.json"), TWO_SERVERS);
        Path launcherPath = Files.writeString(folder.resolve("plimsoll"), "#!/bin/sh\n");
        assertThat(launcherPath.toFile().setExecutable(true)).isTrue();
        launcher = launcherPath.toString();
    }

    private FakeTerminal run(int status, String... args) {
        return runWithLauncher(launcher, status, args);
    }

    private FakeTerminal runWithLauncher(@Nullable String launcherPath, int status, String... args) {
        FakeTerminal terminal = new FakeTerminal("");
        Terminal t = terminal.terminal();
        KnownFiles known = new KnownFiles(folder.resolve("home"), folder.resolve("project"));
        List<?> commands = List.of(new WrapCommand(t, known, launcherPath), new UnwrapCommand(t, known, launcherPath));
        int actual = CommandLineProgram.run(t, commands, args);
        assertThat(actual).as(terminal.err() + terminal.out()).isEqualTo(status);
        return terminal;
    }

    @Test
    void wrapReportsChangesBackupAndNextSteps() {
        FakeTerminal terminal = run(ExitCode.SUCCESS, "wrap", file.toString());

        assertThat(terminal.out()).isEqualToNormalizingNewlines("""
                FILE: 1 of 2 servers wrapped
                  GitHub  wrapped as github
                  far     unchanged: plimsoll does not support WebSocket
                Backup: FILE.plimsoll-backup
                Restart the client to use them. To undo: plimsoll unwrap FILE
                """.replace("FILE", file.toString()));
        assertThat(terminal.err()).isEmpty();
        assertThat(file).content().contains("\"command\": \"" + launcher + "\"");
        assertThat(folder.resolve("client.json.plimsoll-backup")).hasContent(TWO_SERVERS);
    }

    @Test
    void wrappingAgainWritesNothing() throws IOException {
        run(ExitCode.SUCCESS, "wrap", file.toString());
        String wrapped = Files.readString(file);

        assertThat(run(ExitCode.SUCCESS, "wrap", file.toString()).out())
                .contains(": nothing to change")
                .contains("GitHub  already behind plimsoll")
                .doesNotContain("Backup");
        assertThat(file).hasContent(wrapped);
        assertThat(folder.resolve("client.json.plimsoll-backup-2")).doesNotExist();
    }

    @Test
    void unwrapRestoresTheFileAndNamesTheBackup() {
        run(ExitCode.SUCCESS, "wrap", file.toString());

        assertThat(run(ExitCode.SUCCESS, "unwrap", file.toString()).out())
                .contains("1 of 2 servers unwrapped")
                .contains("equal to its backup " + file + ".plimsoll-backup, which you can delete.");
        assertThat(file).hasContent(TWO_SERVERS);
        assertThat(run(ExitCode.SUCCESS, "unwrap", file.toString()).out()).contains(": nothing to change");
    }

    @Test
    void unwrapNeedsNoBackupAndKeepsOtherChanges() throws IOException {
        run(ExitCode.SUCCESS, "wrap", file.toString());
        Files.writeString(file, Files.readString(file).replace("s3cret", "other"));

        assertThat(run(ExitCode.SUCCESS, "unwrap", file.toString()).out())
                .contains("Commands and arguments are restored; other parts of the file differ from " + file
                        + ".plimsoll-backup.");
        assertThat(file).hasContent(TWO_SERVERS.replace("s3cret", "other"));

        run(ExitCode.SUCCESS, "wrap", file.toString());
        Files.delete(folder.resolve("client.json.plimsoll-backup"));
        Files.delete(folder.resolve("client.json.plimsoll-backup-2"));
        assertThat(runWithLauncher(null, ExitCode.SUCCESS, "unwrap", file.toString())
                        .out())
                .doesNotContain("backup");
        assertThat(file).hasContent(TWO_SERVERS.replace("s3cret", "other"));
    }

    @Test
    void dryRunPrintsTheDiffAndWritesNothing() {
        String out = run(ExitCode.SUCCESS, "wrap", file.toString(), "--dry-run").out();

        assertThat(out)
                .isEqualToNormalizingNewlines(
                        """
                FILE: 1 of 2 servers would be wrapped
                  GitHub  wrapped as github
                  far     unchanged: plimsoll does not support WebSocket
                --- FILE
                +++ FILE
                @@ -4,2 +4,2 @@
                -      "command": "npx",
                -      "args": ["-y", "server"],
                +      "command": "LAUNCHER",
                +      "args": ["run", "--name", "github", "--", "npx", "-y", "server"],
                """.replace("FILE", file.toString()).replace("LAUNCHER", launcher))
                .doesNotContain("s3cret");
        assertThat(file).hasContent(TWO_SERVERS);
        assertThat(folder.resolve("client.json.plimsoll-backup")).doesNotExist();
    }

    @Test
    void passesOptionsToRunWithAbsolutePaths() throws IOException {
        Path config = Files.writeString(folder.resolve("p.yaml"), "");

        run(
                ExitCode.SUCCESS,
                "wrap",
                file.toString(),
                "--data",
                "some/../data",
                "--config",
                config.toString(),
                "--preset",
                "probe",
                "--budget",
                "2000");

        assertThat(file)
                .content()
                .contains("\"--name\", \"github\", \"--budget\", \"2000\", \"--preset\", \"probe\", "
                        + "\"--config\", \"" + config + "\", \"--data\", \""
                        + Path.of("data").toAbsolutePath() + "\", \"--\"");
    }

    @Test
    void warnsAboutAConfigurationThatRunRejects() throws IOException {
        Path config = Files.writeString(folder.resolve("p.yaml"), "presett: probe\n");

        assertThat(run(ExitCode.SUCCESS, "wrap", file.toString(), "--config", config.toString())
                        .err())
                .startsWith("plimsoll: run will reject this: ")
                .contains("p.yaml:1:")
                .contains("presett");
        assertThat(file).content().contains(config.toString());
    }

    @Test
    void keepsPlaceholdersOfTheClient() {
        run(ExitCode.SUCCESS, "wrap", file.toString(), "--config", "${workspaceFolder}/p.yaml");

        assertThat(file).content().contains("\"--config\", \"${workspaceFolder}/p.yaml\"");
    }

    @Test
    void wrapsOnlyTheNamedServers() throws IOException {
        Files.writeString(
                file, "{\"servers\":{\"a\":{\"command\":\"x\"},\"b\":{\"command\":\"y\"},\"c\":{\"command\":\"z\"}}}");

        assertThat(run(ExitCode.SUCCESS, "wrap", file.toString(), "--server", "a", "--server", "c")
                        .out())
                .contains("2 of 3 servers")
                .doesNotContain("  b");
        assertThat(file).content().contains("\"b\":{\"command\":\"y\"}").doesNotContain("\"z\"}");
        assertThat(run(ExitCode.SUCCESS, "unwrap", file.toString(), "--server", "a")
                        .out())
                .contains("1 of 3 servers");
    }

    @Test
    void rejectsInvalidInputAndWritesNothing() throws IOException {
        assertThat(run(ExitCode.USAGE, "wrap", file.toString(), "--server", "git")
                        .err())
                .isEqualToNormalizingNewlines("plimsoll: --server: unknown server git; servers: GitHub, far\n");
        assertThat(run(ExitCode.USAGE, "wrap", file.toString(), "--budget", "few")
                        .err())
                .startsWith("plimsoll: --budget: ");
        assertThat(run(ExitCode.USAGE, "wrap", file.toString(), "--config", "no.yaml")
                        .err())
                .startsWith("plimsoll: --config: no such file: /");
        assertThat(runWithLauncher(null, ExitCode.USAGE, "wrap", file.toString())
                        .err())
                .contains("start it with its launcher, ./plimsoll");
        assertThat(runWithLauncher("plimsoll", ExitCode.USAGE, "wrap", file.toString())
                        .err())
                .contains("clients cannot start plimsoll");
        assertThat(file).hasContent(TWO_SERVERS);

        Files.writeString(file, "{\n  \"mcpServers\": {},}\n");
        assertThat(run(ExitCode.USAGE, "wrap", file.toString()).err())
                .contains(
                        "client.json has no servers; looked for mcpServers, projects.*.mcpServers, servers, mcp.servers");
        Files.writeString(file, "{\n  \"mcpServers\": {]}\n");
        assertThat(run(ExitCode.USAGE, "unwrap", file.toString()).err())
                .contains("client.json is not JSON: 2:18: expected a name in double quotes or }");
        assertThat(run(ExitCode.USAGE, "wrap", folder.toString()).err()).contains(" is a directory");
    }

    @Test
    void listsKnownFilesWithoutAFile() throws IOException {
        Path home = Files.createDirectories(folder.resolve("home/.cursor"));
        Files.writeString(home.resolve("mcp.json"), TWO_SERVERS);
        Files.writeString(folder.resolve("home/.claude.json"), "{\"mcpServers\":{}}");
        Path project = Files.createDirectories(folder.resolve("project"));
        Files.writeString(project.resolve(".mcp.json"), "{");

        String list = """
                Found these files:
                  FOLDER/home/.cursor/mcp.json  Cursor, 2 servers
                  FOLDER/project/.mcp.json  Claude Code, this project, not JSON: 1:2: the text ends too early
                """.replace("FOLDER", folder.toString());
        assertThat(run(ExitCode.USAGE, "wrap").err())
                .isEqualToNormalizingNewlines("plimsoll: no file given\n" + list
                        + "Choose one: plimsoll wrap FILE, or all: plimsoll wrap --all\n");
        assertThat(run(ExitCode.USAGE, "unwrap", folder + "/none.json").err())
                .isEqualToNormalizingNewlines("plimsoll: " + folder + "/none.json does not exist\n" + list
                        + "Choose one: plimsoll unwrap FILE, or all: plimsoll unwrap --all\n");
    }

    @Test
    void wrapsAllFilesOfAClient() throws IOException {
        Path home = write("home/.cursor/mcp.json");
        Path project = write("project/.cursor/mcp.json");
        Path other = write("home/.kiro/settings/mcp.json");

        assertThat(run(ExitCode.SUCCESS, "wrap", "cursor").out()).contains(home + ": 1 of 2", project + ": 1 of 2");
        assertThat(home).content().contains(launcher);
        assertThat(other).hasContent(TWO_SERVERS);

        run(ExitCode.SUCCESS, "unwrap", "cursor");
        assertThat(home).hasContent(TWO_SERVERS);
        assertThat(project).hasContent(TWO_SERVERS);
    }

    @Test
    void wrapsTheFilesOfAllClientsAndUnwrapsThem() throws IOException {
        List<Path> files = List.of(
                write("home/.aws/amazonq/mcp.json"),
                write("home/.config/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json"),
                write("home/.lmstudio/mcp.json"),
                write("project/.warp/.mcp.json"));

        assertThat(run(ExitCode.SUCCESS, "wrap", "--all", "--dry-run").out()).contains("would be wrapped", "+++ ");
        assertThat(files).allSatisfy(known -> assertThat(known).hasContent(TWO_SERVERS));
        run(ExitCode.SUCCESS, "wrap", "--all");
        assertThat(files).allSatisfy(known -> assertThat(known).content().contains(launcher));
        run(ExitCode.SUCCESS, "unwrap", "--all");
        assertThat(files).allSatisfy(known -> assertThat(known).hasContent(TWO_SERVERS));
    }

    @Test
    void aFileWithErrorsDoesNotPreventWrappingOtherFiles() throws IOException {
        Path invalidFile = write("home/.cursor/mcp.json");
        Files.writeString(invalidFile, "{");
        Path validFile = write("home/.junie/mcp/mcp.json");

        assertThat(run(ExitCode.USAGE, "wrap", "--all").err()).contains(invalidFile + " is not JSON: 1:2");
        assertThat(validFile).content().contains(launcher);
        assertThat(invalidFile).hasContent("{");
    }

    /** A command with the options of {@code wrap} that cannot write files of Cursor because the disk is full. */
    @Command(name = "wrap")
    private static final class FullDiskCommand implements Callable<Integer> {

        private final Terminal terminal;
        private final KnownFiles knownFiles;
        private final List<Path> wrappedFiles = new ArrayList<>();

        @Mixin
        private WrapOptions options = new WrapOptions();

        FullDiskCommand(Terminal terminal, KnownFiles knownFiles) {
            this.terminal = terminal;
            this.knownFiles = knownFiles;
        }

        @Override
        public Integer call() throws Exception {
            return options.run(terminal, knownFiles, wrapRequest -> {
                if (wrapRequest.file().toString().contains("cursor")) {
                    throw new IOException("No space left on device");
                }
                wrappedFiles.add(wrapRequest.file());
            });
        }
    }

    @Test
    void anUnwritableFileDoesNotPreventWrappingOtherFiles() throws IOException {
        write("home/.cursor/mcp.json");
        Path validFile = write("home/.junie/mcp/mcp.json");
        FakeTerminal terminal = new FakeTerminal("");
        FullDiskCommand command = new FullDiskCommand(
                terminal.terminal(), new KnownFiles(folder.resolve("home"), folder.resolve("project")));

        assertThat(CommandLineProgram.run(terminal.terminal(), List.of(command), "wrap", "--all"))
                .isEqualTo(ExitCode.FAILURE);
        assertThat(terminal.err()).isEqualToNormalizingNewlines("plimsoll: No space left on device\n");
        assertThat(command.wrappedFiles).containsExactly(validFile);
    }

    @Test
    void listsAFileOfHomeAndProjectFolderOnce() throws IOException {
        write("home/.cursor/mcp.json");
        KnownFiles known = new KnownFiles(folder.resolve("home"), folder.resolve("project/../home"));

        assertThat(known.describe()).singleElement().asString().endsWith("Cursor, 2 servers");
    }

    @Test
    void rejectsUnclearChoicesOfFiles() throws IOException {
        assertThat(run(ExitCode.USAGE, "wrap", "--all").err())
                .isEqualToNormalizingNewlines(
                        "plimsoll: no client configuration with servers was found in the usual places\n");
        assertThat(run(ExitCode.USAGE, "wrap", "kiro").err())
                .isEqualToNormalizingNewlines("plimsoll: no configuration of Kiro with servers was found; looked for"
                        + " ~/.kiro/settings/mcp.json, .kiro/settings/mcp.json in this folder\n");
        assertThat(run(ExitCode.USAGE, "wrap", "kursor").err())
                .startsWith("plimsoll: kursor does not exist, and no client has this name; clients: amazon-q, ");
        assertThat(run(ExitCode.USAGE, "wrap", file.toString(), "--all").err()).contains("give no file");
        write("home/.cursor/mcp.json");
        write("project/.cursor/mcp.json");
        assertThat(run(ExitCode.USAGE, "wrap", "cursor", "--server", "GitHub").err())
                .contains("--server needs one file, and there are 2: ");
    }

    @Test
    void helpNamesAllClients() {
        String help = run(ExitCode.SUCCESS, "wrap", "--help").out().replaceAll("\\s+", " ");
        String error = run(ExitCode.USAGE, "wrap", "kursor").err();
        String clients = error.substring(error.indexOf("clients: ") + 9).strip();

        assertThat(help).contains("CLIENT is " + clients.replace(", zed", ", or zed"));
    }

    private Path write(String name) throws IOException {
        Path path = folder.resolve(name);
        Files.createDirectories(path.getParent());
        return Files.writeString(path, TWO_SERVERS);
    }

    @Test
    void reportsThatNoKnownFileExists() {
        assertThat(run(ExitCode.USAGE, "wrap").err())
                .contains("No client configuration with servers")
                .contains("wrap --help");
    }
}
