package dev.plimsoll.gateway.cli.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.FakeTerminal;
import dev.plimsoll.gateway.terminal.UsageException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

class CommandLineProgramTest {

    private final FakeTerminal terminal = new FakeTerminal("");

    private int run(String... args) {
        return CommandLineProgram.run(terminal.terminal(), List.of(new Sail()), args);
    }

    @Test
    void runsTheNamedCommandAndReturnsItsExitCode() {
        assertThat(run("sail", "--knots", "7", "home")).isEqualTo(7);
    }

    @Test
    void everyCommandHasHelpAndVersion() {
        assertThat(run("sail", "--help")).isZero();
        assertThat(run("sail", "--version")).isZero();
        assertThat(terminal.out()).contains("Usage: plimsoll sail").contains("plimsoll development");
        assertThat(terminal.err()).isEmpty();
    }

    @Test
    void suggestsASimilarCommand() {
        assertThat(run("sale")).isEqualTo(ExitCode.USAGE);
        assertThat(terminal.err())
                .isEqualToNormalizingNewlines(
                        "plimsoll: unknown command 'sale'; did you mean sail?\nTry 'plimsoll --help'.\n");
    }

    @Test
    void suggestsASimilarOption() {
        assertThat(run("sail", "--knot", "7", "home")).isEqualTo(ExitCode.USAGE);
        assertThat(terminal.err())
                .startsWith("plimsoll: unknown option '--knot'; did you mean")
                .contains("--knots")
                .contains("Try 'plimsoll sail --help'.");
    }

    @Test
    void namesAnUnexpectedArgument() {
        assertThat(run("sail", "home", "away")).isEqualTo(ExitCode.USAGE);
        assertThat(terminal.err()).startsWith("plimsoll: unexpected argument 'away'");
    }

    @Test
    void namesAMissingArgument() {
        assertThat(run("sail")).isEqualTo(ExitCode.USAGE);
        assertThat(terminal.err()).startsWith("plimsoll: missing required parameter: 'PORT'");
    }

    @Test
    void namesTheOptionWithAnInvalidValue() {
        assertThat(run("sail", "--knots", "many", "home")).isEqualTo(ExitCode.USAGE);
        assertThat(terminal.err()).startsWith("plimsoll: invalid value for option '--knots': 'many'");
    }

    @Test
    void printsUsageErrorsThrownByACommand() {
        assertThat(run("sail", "nowhere")).isEqualTo(ExitCode.USAGE);
        assertThat(terminal.err()).isEqualToNormalizingNewlines("""
                plimsoll: no port is called nowhere
                Try 'plimsoll sail --help'.
                """);
    }

    @Test
    void printsAFailureInOneLineWithExitCodeOne() {
        assertThat(run("sail", "iceberg")).isEqualTo(ExitCode.FAILURE);
        assertThat(terminal.err()).isEqualToNormalizingNewlines("plimsoll: hull broken\n");
    }

    @Test
    void reportsABugWithItsLocationWithoutItsMessage() {
        assertThat(run("sail", "maelstrom")).isEqualTo(ExitCode.FAILURE);
        assertThat(terminal.err())
                .contains("internal error: java.lang.IllegalStateException at ")
                .contains("CommandLineProgramTest")
                .doesNotContain("secret cargo");
    }

    @Test
    void replacesControlCharactersInTypedWords() {
        assertThat(run("sa\u001b[31m\nil")).isEqualTo(ExitCode.USAGE);
        assertThat(terminal.err())
                .startsWith("plimsoll: unknown command 'sa [31m il'")
                .doesNotContain("\u001b");
    }

    @Command(name = "sail", description = "Goes to a port.")
    private static final class Sail implements Callable<Integer> {

        @Option(names = "--knots")
        private int knots;

        @Parameters(paramLabel = "PORT")
        private @Nullable String port;

        @Override
        public Integer call() throws IOException {
            return switch (String.valueOf(port)) {
                case "nowhere" -> throw new UsageException("no port is called nowhere");
                case "iceberg" -> throw new IOException("hull broken");
                case "maelstrom" -> throw new IllegalStateException("secret cargo");
                default -> knots;
            };
        }
    }
}
