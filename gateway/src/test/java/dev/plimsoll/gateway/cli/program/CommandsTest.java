package dev.plimsoll.gateway.cli.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.FakeTerminal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class CommandsTest {

    private final Commands commands = new Commands(new FakeTerminal("").terminal());

    private static String name(Object command) {
        return command instanceof CommandLine line ? line.getCommandName() : new CommandLine(command).getCommandName();
    }

    @Test
    void createsOnlyTheNamedCommand() {
        List<String> names =
                commands.createNeeded().stream().map(CommandsTest::name).toList();
        assertThat(names).startsWith("run", "serve", "demo").contains("help").doesNotHaveDuplicates();
        for (String name : names) {
            List<Object> created = commands.createNeeded(name, "--anything");
            boolean needsAll = List.of("help", "completion", "manual").contains(name);
            assertThat(created).as(name).hasSize(needsAll ? names.size() : 1);
            assertThat(created.stream().map(CommandsTest::name)).contains(name);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "tyr, try",
        "wrpa, wrap",
        "reprot, report",
        "confg, config",
        "serv, serve",
        "check, config check",
        "resume, rollout resume",
        "dsit, dist"
    })
    void suggestsASimilarCommand(String mistypedCommand, String suggestion) {
        FakeTerminal terminal = new FakeTerminal("");

        assertThat(CommandLineProgram.run(terminal.terminal(), mistypedCommand)).isEqualTo(ExitCode.USAGE);
        assertThat(terminal.err())
                .startsWith("plimsoll: unknown command '" + mistypedCommand + "'; did you mean " + suggestion + "?\n");
    }

    @Test
    void suggestsASimilarSubcommand() {
        FakeTerminal terminal = new FakeTerminal("");

        assertThat(CommandLineProgram.run(terminal.terminal(), "config", "chcek", "plimsoll.yaml"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(terminal.err()).startsWith("plimsoll: unknown command 'chcek'; did you mean check?\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"warm", "bench", "dist"})
    void listsAndExplainsCommandsOfTheLauncher(String name) {
        FakeTerminal terminal = new FakeTerminal("");

        assertThat(CommandLineProgram.run(terminal.terminal(), "--help")).isZero();
        assertThat(terminal.out()).containsPattern("\n  " + name + " +[A-Z]");
        assertThat(CommandLineProgram.run(terminal.terminal(), name, "--help")).isZero();
        assertThat(terminal.out()).contains("Usage: plimsoll " + name);
        assertThat(terminal.err()).isEmpty();
        assertThat(CommandLineProgram.run(terminal.terminal(), name)).isEqualTo(ExitCode.USAGE);
        assertThat(terminal.err()).contains("start ./plimsoll " + name);
    }

    @Test
    void createsAllCommandsForAnUnknownName() {
        assertThat(commands.createNeeded("serv")).hasSameSizeAs(commands.createNeeded());
        assertThat(commands.createNeeded("--help")).hasSameSizeAs(commands.createNeeded());
    }
}
