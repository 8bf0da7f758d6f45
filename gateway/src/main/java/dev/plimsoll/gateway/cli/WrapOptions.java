package dev.plimsoll.gateway.cli;

import dev.plimsoll.gateway.wrap.KnownFiles;
import dev.plimsoll.gateway.wrap.WrapException;
import dev.plimsoll.gateway.wrap.WrapRequest;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Options that {@code wrap} and {@code unwrap} share: the file, the servers, and help if no file is given. */
final class WrapOptions {

    @Parameters(paramLabel = "FILE", arity = "0..1", description = "a client's configuration, such as .mcp.json")
    private @Nullable String file;

    @Option(names = "--server", paramLabel = "NAME", description = "only this server; may be given several times")
    private List<String> servers = new ArrayList<>();

    @Option(names = "--dry-run", description = "print what would change, write nothing")
    private boolean dryRun;

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    interface Action {
        void run(WrapRequest wrapRequest) throws Exception;
    }

    /**
     * Runs the action and returns the exit code. Suggests the known files if the file is not given or does not exist.
     */
    int run(Terminal terminal, KnownFiles knownFiles, Action action) throws Exception {
        try {
            action.run(new WrapRequest(parsePath(), servers, dryRun));
            return ExitCode.SUCCESS;
        } catch (WrapException e) {
            terminal.out().flush();
            UsageErrorPrinter.print(terminal.err(), String.valueOf(e.getMessage()));
            if (file == null || String.valueOf(e.getMessage()).endsWith(" does not exist")) {
                printKnownFiles(terminal, knownFiles.lines());
            }
            return ExitCode.USAGE;
        }
    }

    private Path parsePath() throws WrapException {
        if (file == null) {
            throw new WrapException("no file given");
        }
        try {
            return Path.of(file);
        } catch (InvalidPathException e) {
            throw new WrapException(file + " is not a file name");
        }
    }

    private void printKnownFiles(Terminal terminal, List<String> lines) {
        String name = command == null ? "plimsoll" : command.qualifiedName();
        if (lines.isEmpty()) {
            terminal.err().println("No client configuration with servers was found in the usual places.");
            terminal.err().println("Try '" + name + " --help'.");
        } else {
            terminal.err().println("Found these files:");
            lines.forEach(line -> terminal.err().println("  " + line));
            terminal.err().println("Choose one: " + name + " FILE");
        }
    }
}
