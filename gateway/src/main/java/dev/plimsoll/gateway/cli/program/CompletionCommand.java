package dev.plimsoll.gateway.cli.program;

import dev.plimsoll.gateway.shell.ShellCompletion;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.Terminal;
import dev.plimsoll.gateway.terminal.UsageException;
import java.util.Iterator;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code plimsoll completion}: prints a completion script for the user's shell. */
@Command(
        name = "completion",
        description = "Prints a shell script that completes commands and options.",
        footer = {
            "",
            "Examples:",
            "  plimsoll completion bash > ~/.local/share/bash-completion/completions/plimsoll",
            "  plimsoll completion zsh > ~/.zfunc/_plimsoll",
            "  plimsoll completion fish > ~/.config/fish/completions/plimsoll.fish"
        })
final class CompletionCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "SHELL", description = "bash, zsh, or fish", completionCandidates = Shells.class)
    private String shell = "";

    /** Values of the argument of {@code completion}. */
    static final class Shells implements Iterable<String> {

        @Override
        public Iterator<String> iterator() {
            return ShellCompletion.names().iterator();
        }
    }

    CompletionCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        ShellCompletion completion = Stream.of(ShellCompletion.values())
                .filter(candidate -> candidate.toString().equals(shell.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new UsageException(
                        "SHELL: must be one of " + String.join(", ", ShellCompletion.names()) + ", got " + shell));
        terminal.out().print(completion.generate(spec.root().commandLine()));
        return ExitCode.SUCCESS;
    }
}
