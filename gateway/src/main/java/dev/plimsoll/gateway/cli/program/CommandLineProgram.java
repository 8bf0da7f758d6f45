package dev.plimsoll.gateway.cli.program;

import dev.plimsoll.gateway.cli.ErrorPrinter;
import dev.plimsoll.gateway.terminal.Terminal;
import dev.plimsoll.gateway.terminal.UsageException;
import dev.plimsoll.gateway.terminal.Version;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.HelpCommand;

/** Finds the command that the arguments name, runs it, and turns every outcome into an exit code. */
public final class CommandLineProgram {

    private CommandLineProgram() {}

    /** Runs the command that the arguments name, and returns its exit code. */
    public static int run(Terminal terminal, String... args) {
        return run(terminal, new Commands(terminal).createNeeded(args), args);
    }

    /** Runs one of the given commands, and returns its exit code. */
    public static int run(Terminal terminal, List<?> commands, String... args) {
        CommandLine program = new CommandLine(new Root());
        for (Object command : commands) {
            program.addSubcommand(command);
        }
        addStandardOptions(program);
        ErrorPrinter errorPrinter = new ErrorPrinter(terminal.err());
        return program.setOut(toWriter(terminal.out()))
                .setErr(toWriter(terminal.err()))
                .setColorScheme(Help.defaultColorScheme(terminal.hasColor() ? Ansi.ON : Ansi.OFF))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(errorPrinter)
                .setExecutionExceptionHandler(errorPrinter)
                .execute(args);
    }

    /**
     * Adds {@code --help} and {@code --version} to every command, so that the command classes need no code for them.
     */
    private static void addStandardOptions(CommandLine command) {
        if (!(command.getCommand() instanceof HelpCommand)) {
            command.getCommandSpec().mixinStandardHelpOptions(true).versionProvider(() ->
                    new String[] {Version.line()});
        }
        for (CommandLine subcommand : command.getSubcommands().values()) {
            addStandardOptions(subcommand);
        }
    }

    private static PrintWriter toWriter(PrintStream stream) {
        return new PrintWriter(stream, true, StandardCharsets.UTF_8);
    }

    @Command(
            name = "plimsoll",
            synopsisSubcommandLabel = "COMMAND",
            description = "Keeps large MCP tool results from flooding a model's context window.",
            commandListHeading = "%nCommands:%n",
            footer = {"", "'plimsoll COMMAND --help' describes one command."})
    private static final class Root implements Runnable {

        @Override
        public void run() {
            throw new UsageException("no command given");
        }
    }
}
