package dev.plimsoll.gateway.cli.client;

import dev.plimsoll.gateway.cli.ErrorPrinter;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.Terminal;
import dev.plimsoll.gateway.wrap.KnownFiles;
import dev.plimsoll.gateway.wrap.WrapException;
import dev.plimsoll.gateway.wrap.WrapRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Options that {@code wrap} and {@code unwrap} share: the file, the servers, and help if no file is given. */
final class WrapOptions {

    @Parameters(
            paramLabel = "FILE|CLIENT",
            arity = "0..1",
            description = "a client's configuration, such as .mcp.json, or the name of a client")
    private @Nullable String file;

    @Option(names = "--all", description = "the configurations of all clients, in the usual places")
    private boolean isForAllClients;

    @Option(names = "--server", paramLabel = "NAME", description = "only this server; may be given several times")
    private List<String> servers = new ArrayList<>();

    @Option(names = "--dry-run", description = "print what would change, write nothing")
    private boolean isDryRun;

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    interface Action {
        void run(WrapRequest wrapRequest) throws Exception;
    }

    /**
     * Runs the action for each file and returns the exit code. If no file is given, or the file does not
     * exist, suggests the known files. If a file cannot be changed, continues with the other files.
     */
    int run(Terminal terminal, KnownFiles knownFiles, Action action) throws Exception {
        int exitCode = ExitCode.SUCCESS;
        try {
            List<Path> files = findFiles(knownFiles);
            if (files.size() > 1 && !servers.isEmpty()) {
                throw new WrapException("--server needs one file, and there are " + files.size() + ": "
                        + files.stream().map(Path::toString).collect(Collectors.joining(", ")));
            }
            for (Path path : files) {
                exitCode = Math.max(exitCode, run(terminal, path, action));
            }
        } catch (WrapException e) {
            ErrorPrinter.print(terminal.err(), String.valueOf(e.getMessage()));
            if (!isForAllClients && (file == null || isPath(file))) {
                printKnownFiles(terminal, knownFiles.describe());
            }
            return ExitCode.USAGE;
        }
        return exitCode;
    }

    private int run(Terminal terminal, Path path, Action action) throws Exception {
        try {
            action.run(new WrapRequest(path, servers, isDryRun));
            return ExitCode.SUCCESS;
        } catch (WrapException e) {
            terminal.out().flush();
            ErrorPrinter.print(terminal.err(), String.valueOf(e.getMessage()));
            return ExitCode.USAGE;
        } catch (IOException e) {
            terminal.out().flush();
            return new ErrorPrinter(terminal.err()).printFailure(e);
        }
    }

    private List<Path> findFiles(KnownFiles knownFiles) throws WrapException {
        if (isForAllClients) {
            if (file != null) {
                throw new WrapException("--all changes the files of all clients: give no file");
            }
            return knownFiles.filesOfAllClients();
        } else if (file == null) {
            throw new WrapException("no file given");
        }
        Path path;
        try {
            path = Path.of(file);
        } catch (InvalidPathException e) {
            throw new WrapException(file + " is not a file name");
        }
        if (Files.exists(path)) {
            return List.of(path);
        } else if (isPath(file)) {
            throw new WrapException(file + " does not exist");
        }
        return knownFiles.filesOfClient(file);
    }

    /** Returns whether the text is a path and not the name of a client. */
    private static boolean isPath(String text) {
        return text.contains("/") || text.contains("\\") || text.contains(".");
    }

    private void printKnownFiles(Terminal terminal, List<String> lines) {
        String name = command == null ? "plimsoll" : command.qualifiedName();
        if (lines.isEmpty()) {
            terminal.err().println("No client configuration with servers was found in the usual places.");
            terminal.err().println("Try '" + name + " --help'.");
        } else {
            terminal.err().println("Found these files:");
            lines.forEach(line -> terminal.err().println("  " + line));
            terminal.err().println("Choose one: " + name + " FILE, or all: " + name + " --all");
        }
    }
}
