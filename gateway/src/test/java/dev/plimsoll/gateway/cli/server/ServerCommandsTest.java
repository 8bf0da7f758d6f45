package dev.plimsoll.gateway.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.cli.program.CommandLineProgram;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.fixture.FixtureServer;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.FakeTerminal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerCommandsTest {

    private static final String FILE = """
            # our servers
            servers:
              a:
                command: [server-a, --token, "${A_TOKEN}"]   # the first
              b: { url: "http://127.0.0.1:9/mcp" }
            """;

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void writeFile() throws Exception {
        file = Files.writeString(folder.resolve("plimsoll.yaml"), FILE);
    }

    private FakeTerminal run(int status, String... arguments) {
        List<String> all = new ArrayList<>(List.of("server"));
        all.addAll(List.of(arguments));
        FakeTerminal terminal = new FakeTerminal("");
        HostEnvironment host = new HostEnvironment(Map.of("A_TOKEN", "hunter2hunter2"), folder, folder, "Linux");
        assertThat(CommandLineProgram.run(
                        terminal.terminal(),
                        List.of(ServerCommands.createCommandLine(terminal.terminal(), host)),
                        all.toArray(String[]::new)))
                .as(terminal.err())
                .isEqualTo(status);
        return terminal;
    }

    @Test
    void listsServersWithoutSecrets() {
        for (String[] arguments : new String[][] {{}, {"list"}, {"list", "--json"}}) {
            String out = run(ExitCode.SUCCESS, arguments).out();
            assertThat(out).contains("server-a", "http://127.0.0.1:9/mcp").doesNotContain("hunter2");
        }
    }

    @Test
    void addsServerThatWorks() throws Exception {
        List<String> arguments = new ArrayList<>(List.of("add", "new", "--env", "GREETING=${A_TOKEN}", "--"));
        arguments.addAll(FixtureServer.command());

        String out = run(ExitCode.SUCCESS, arguments.toArray(String[]::new)).out();

        assertThat(out).contains("added new (fixture: ", " tokens)");
        assertThat(Files.readString(file))
                .startsWith(FILE)
                .contains("  new:\n    command: [")
                .contains("env: {GREETING: \"${A_TOKEN}\"}");
        run(ExitCode.SUCCESS, "remove", "new");
        assertThat(Files.readString(file)).isEqualTo(FILE);
    }

    @Test
    void stopsAndStarts() throws Exception {
        run(ExitCode.SUCCESS, "stop", "a");
        assertThat(Files.readString(file)).contains("# the first\n    enabled: false\n  b:");
        assertThat(run(ExitCode.SUCCESS, "list").out()).contains("a  stopped");
        run(ExitCode.USAGE, "restart", "a");
        run(ExitCode.FAILURE, "stop", "a");
        run(ExitCode.SUCCESS, "start", "a");
        assertThat(run(ExitCode.SUCCESS, "list").out()).contains("a  enabled");
    }

    @Test
    void listsToolsWithSizesAndSwitchesThem() throws Exception {
        List<String> add = new ArrayList<>(List.of("add", "new", "--no-check", "--"));
        add.addAll(FixtureServer.command());
        run(ExitCode.SUCCESS, add.toArray(String[]::new));
        String before = Files.readString(file);

        assertThat(run(ExitCode.SUCCESS, "tools", "new", "--off", "echo").out()).contains("switched off new/echo in ");

        assertThat(Files.readString(file)).isEqualTo(before + "tools:\n  new/echo:\n    blocked: true\n");
        assertThat(run(ExitCode.SUCCESS, "tools", "new").out())
                .containsPattern("list +\\d+ tokens\\R")
                .containsPattern("echo +\\d+ tokens  off")
                .containsPattern("[\\d,]+ tokens in listings, from \\d+ tools; \\d+ tokens of tools that are off");
        assertThat(run(ExitCode.SUCCESS, "tools", "new", "--json").out())
                .contains("{\"name\":\"echo\",", "\"blocked\":true", "\"listedTokens\":");
        assertThat(run(ExitCode.FAILURE, "tools", "new", "--off", "echo").err()).contains("already switched off");
        run(ExitCode.SUCCESS, "tools", "new", "--on", "echo");
        assertThat(run(ExitCode.SUCCESS, "tools", "new").out()).doesNotContain("off");
        assertThat(run(ExitCode.USAGE, "tools", "new", "--off", "ecko").err())
                .contains("new has no tool 'ecko'; did you mean echo?");
        assertThat(run(ExitCode.USAGE, "tools", "none").err()).contains("no server named 'none'");
        assertThat(run(ExitCode.USAGE, "tools", "new", "--on", "a", "--off", "b")
                        .err())
                .contains("not both");
        assertThat(run(ExitCode.FAILURE, "tools", "b").err()).contains("b does not list its tools");
    }

    @Test
    void refusesWrongInputAndChangesNothing() throws Exception {
        assertThat(run(ExitCode.USAGE, "add", "c").err()).contains("--url");
        assertThat(run(ExitCode.USAGE, "add", "c", "--url", "http://h/", "--", "x")
                        .err())
                .contains("not both");
        assertThat(run(ExitCode.FAILURE, "add", "c", "--", "/does/not/exist").err())
                .contains("was not added", "--no-check");
        assertThat(run(ExitCode.USAGE, "add", "C D", "--no-check", "--", "x").err())
                .contains("names must be");
        assertThat(run(ExitCode.FAILURE, "add", "a", "--no-check", "--", "x").err())
                .contains("already is a server a");
        assertThat(run(ExitCode.USAGE, "remove", "unknown").err()).contains("no server unknown");
        assertThat(run(ExitCode.USAGE, "restart", "../x").err()).contains("server list");
        run(ExitCode.SUCCESS, "remove", "b");
        assertThat(run(ExitCode.USAGE, "remove", "a").err()).contains("server stop");
        Files.delete(file);
        assertThat(run(ExitCode.USAGE, "stop", "a").err()).contains("--config FILE");
        assertThat(run(ExitCode.USAGE, "stop", "a", "--config", "none.yaml").err())
                .contains("no such file");
    }

    @Test
    void restartLeavesARequestInTheDataFolder() {
        Path data = folder.resolve("own-data");
        String out =
                run(ExitCode.SUCCESS, "restart", "a", "--data", data.toString()).out();

        assertThat(out).contains("requested a restart of a");
        assertThat(data.resolve("restart-requests/a")).exists();
    }
}
