package dev.plimsoll.gateway.cli;

import dev.plimsoll.gateway.config.check.Suggestion;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.UsageException;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Prints an error or a warning as one line on standard error, with a second line of help after wrong usage. */
public final class ErrorPrinter implements IParameterExceptionHandler, IExecutionExceptionHandler {

    private final PrintStream err;

    public ErrorPrinter(PrintStream err) {
        this.err = err;
    }

    @Override
    public int handleParseException(ParameterException e, String[] args) {
        CommandLine command = e.getCommandLine();
        return printUsage(
                command,
                e instanceof UnmatchedArgumentException unmatched
                        ? describeUnmatched(unmatched)
                        : decapitalize(String.valueOf(e.getMessage())));
    }

    @Override
    public int handleExecutionException(Exception e, CommandLine command, ParseResult parsed) {
        if (e instanceof UsageException) {
            return printUsage(command, String.valueOf(e.getMessage()));
        }
        return printFailure(e);
    }

    /** Prints an exception that is not a usage error, and returns the exit code. */
    public int printFailure(Exception e) {
        print(err, e instanceof IOException ? String.valueOf(e.getMessage()) : describeBug(e));
        if (Boolean.getBoolean("plimsoll.trace")) {
            e.printStackTrace(err);
        }
        return ExitCode.FAILURE;
    }

    private int printUsage(CommandLine command, String message) {
        print(err, message);
        err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        return ExitCode.USAGE;
    }

    private static String describeUnmatched(UnmatchedArgumentException e) {
        String argument = e.getUnmatched().get(0);
        boolean hasSubcommands = !e.getCommandLine().getSubcommands().isEmpty();
        String kind = argument.startsWith("-")
                ? "unknown option"
                : hasSubcommands ? "unknown command" : "unexpected argument";
        List<String> similar = hasSubcommands && !argument.startsWith("-") ? suggestCommands(e) : e.getSuggestions();
        return kind + " '" + argument + "'"
                + (similar.isEmpty() ? "" : "; did you mean " + String.join(" or ", similar) + "?");
    }

    /**
     * Returns the commands that were probably meant: commands with a similar name, or a subcommand with this
     * name, such as {@code config check} for {@code check}.
     */
    private static List<String> suggestCommands(UnmatchedArgumentException e) {
        String typed = e.getUnmatched().get(0);
        Map<String, CommandLine> commands = e.getCommandLine().getSubcommands();
        String nearest = Suggestion.findNearest(typed, commands.keySet());
        if (nearest != null) {
            return List.of(nearest);
        }
        List<String> subcommands = commands.entrySet().stream()
                .filter(entry -> entry.getValue().getSubcommands().containsKey(typed))
                .map(entry -> entry.getKey() + " " + typed)
                .toList();
        return subcommands.isEmpty() ? e.getSuggestions() : subcommands;
    }

    private static String decapitalize(String message) {
        return message.isEmpty() ? message : message.substring(0, 1).toLowerCase(Locale.ROOT) + message.substring(1);
    }

    /** Describes an unexpected exception without its message, which may contain parts of a payload. */
    private static String describeBug(Exception e) {
        StackTraceElement[] frames = e.getStackTrace();
        String where = frames.length == 0 ? "" : " at " + frames[0];
        return "internal error: " + e.getClass().getName() + where
                + " (PLIMSOLL_JAVA_OPTS=-Dplimsoll.trace=true prints the stack trace)";
    }

    /** Prints one line. Control characters are replaced, because they must not reach a terminal. */
    public static void print(PrintStream err, String message) {
        print(err, List.of(message));
    }

    /** Prints several lines, which show a position in a text. Control characters are replaced. */
    public static void print(PrintStream err, List<String> lines) {
        String prefix = "plimsoll: ";
        for (String line : lines) {
            err.println(prefix + line.replaceAll("\\p{Cntrl}+", " "));
            prefix = "";
        }
    }
}
