package dev.plimsoll.gateway.cli.program;

import dev.plimsoll.gateway.shell.ManualPage;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.Terminal;
import dev.plimsoll.gateway.terminal.Version;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code plimsoll manual}: prints all commands as one manual page. */
@Command(
        name = "manual",
        description = "Prints the manual page for man.",
        footer = {"", "Examples:", "  plimsoll manual | man -l -"})
final class ManualCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    ManualCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        terminal.out().print(ManualPage.generate(spec.root().commandLine(), Version.line()));
        return ExitCode.SUCCESS;
    }
}
