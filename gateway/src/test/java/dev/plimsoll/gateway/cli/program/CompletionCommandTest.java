package dev.plimsoll.gateway.cli.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.run.RunCommand;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.FakeTerminal;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompletionCommandTest {

    private static final Pattern OPTION = Pattern.compile("(?m)^ {2,}(?:-., )?--([a-z-]+)");

    @TempDir
    private Path folder;

    private static String output(String... args) {
        FakeTerminal terminal = new FakeTerminal("");
        assertThat(CommandLineProgram.run(terminal.terminal(), args))
                .as(terminal.err())
                .isZero();
        return terminal.out();
    }

    /** Returns the completions that bash offers if the last of these words is incomplete. */
    private Set<String> completions(String... words) throws Exception {
        Path script = Files.writeString(folder.resolve("plimsoll.bash"), output("completion", "bash"));
        String quotedWords = "'" + String.join("' '", words) + "'";
        Process bash = new ProcessBuilder("bash", "-c", """
                . "$0"; COMP_WORDS=(plimsoll %s); COMP_CWORD=%d; COMP_TYPE=9; COMPREPLY=()
                "$(complete -p plimsoll | sed 's/.*-F \\([^ ]*\\) .*/\\1/')" plimsoll
                printf '%%s\\n' "${COMPREPLY[@]}"
                """.formatted(quotedWords, words.length), script.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        Set<String> completions = new TreeSet<>(new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .map(String::strip)
                .toList());
        assertThat(bash.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return completions;
    }

    @Test
    void bashOffersCommands() throws Exception {
        assertThat(completions("")).contains("run", "serve", "completion", "config");
        assertThat(completions("ser")).containsExactly("serve", "server");
        assertThat(completions("config", "")).contains("check", "show", "schema");
    }

    @Test
    void bashOffersOptionsAndValues() throws Exception {
        assertThat(completions("run", "--b")).containsExactly("--bearer-env", "--bridge", "--budget");
        assertThat(completions("completion", "")).contains("bash", "zsh", "fish");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh", "fish"})
    void completesEveryCommandAndOption(String shell) {
        String script = output("completion", shell);
        for (String command : new String[] {"run", "serve", "try", "report", "rollout", "config", "check", "doctor"}) {
            assertThat(script).contains(command);
        }
        assertThat(script).contains("replay").contains("page-size").contains("log-level");
    }

    @Test
    void rejectsAnUnknownShell() {
        FakeTerminal terminal = new FakeTerminal("");
        assertThat(CommandLineProgram.run(terminal.terminal(), "completion", "tcsh"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(terminal.err()).startsWith("plimsoll: SHELL: must be one of bash, zsh, fish, got tcsh");
    }

    @Test
    void helpOfRunListsTheOptionsThatItAccepts() {
        FakeTerminal terminal = new FakeTerminal("");
        RunCommand run = new RunCommand(
                terminal.terminal(),
                new ByteArrayOutputStream(),
                new HostEnvironment(Map.of(), folder, folder, "Linux"));
        assertThat(run.run("--help")).isZero();

        assertThat(options(output("help", "run"))).isEqualTo(withVersion(options(terminal.out())));
    }

    private static Set<String> options(String help) {
        Set<String> found = new TreeSet<>();
        Matcher option = OPTION.matcher(help);
        while (option.find()) {
            found.add(option.group(1));
        }
        return found;
    }

    private static Set<String> withVersion(Set<String> options) {
        options.add("version");
        return options;
    }

    @Test
    void manualHasEveryCommandWithItsOptions() {
        String page = output("manual");
        assertThat(page)
                .startsWith(".TH PLIMSOLL 1")
                .contains(".SS \"config check\"")
                .contains(".SS \"run\"")
                .contains("\\fB\\-\\-replay")
                .contains("\\fB\\-\\-page\\-size=N\\fR")
                .contains(".SH EXIT STATUS");
        assertThat(page.lines()
                        .filter(line -> line.startsWith("."))
                        .map(line -> line.split(" ", 2)[0])
                        .distinct())
                .containsOnly(".TH", ".SH", ".SS", ".B", ".PP", ".TP", ".nf", ".fi", ".br");
    }
}
