package dev.plimsoll.gateway.cli.server;

import dev.plimsoll.gateway.cli.ErrorPrinter;
import dev.plimsoll.gateway.config.CommandLineValue;
import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.ConfigurationReader;
import dev.plimsoll.gateway.config.DefaultFile;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.config.LoadedConfiguration;
import dev.plimsoll.gateway.manage.file.ConfigEditException;
import dev.plimsoll.gateway.manage.file.ConfigEditor.TextChange;
import dev.plimsoll.gateway.manage.file.FileEditor;
import dev.plimsoll.gateway.reload.ConfigSource;
import dev.plimsoll.gateway.reload.FileSource;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A command on the servers in the configuration file of {@code serve}. */
abstract class ServerAction implements Callable<Integer> {

    private final Terminal terminal;
    private final HostEnvironment hostEnvironment;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "the configuration of serve (default: plimsoll.yaml or plimsoll.json)")
    private @Nullable String config;

    @Option(names = "--data", paramLabel = "FOLDER", description = "the data folder of serve")
    private @Nullable String data;

    ServerAction(Terminal terminal, HostEnvironment hostEnvironment) {
        this.terminal = terminal;
        this.hostEnvironment = hostEnvironment;
    }

    /** Runs the command and returns its exit code. */
    abstract int run(LoadedConfiguration current, FileEditor editor)
            throws ConfigurationException, ConfigEditException, IOException;

    @Override
    public final Integer call() {
        List<CommandLineValue> flags = data == null ? List.of() : List.of(CommandLineValue.data(data));
        ConfigSource source =
                new FileSource(new ConfigurationReader(hostEnvironment), DefaultFile.WORKING_FOLDER, config, flags);
        try {
            LoadedConfiguration current = source.read();
            return run(current, new FileEditor(source, current));
        } catch (ConfigurationException e) {
            e.errors().forEach(configError -> ErrorPrinter.print(terminal.err(), configError.toString()));
            return ExitCode.USAGE;
        } catch (ConfigEditException e) {
            ErrorPrinter.print(terminal.err(), e.getMessage());
            return switch (e.reason()) {
                case INVALID, UNKNOWN_SERVER, NOTHING_TO_UNDO -> ExitCode.USAGE;
                case CONFLICT, UNWRITABLE -> ExitCode.FAILURE;
            };
        } catch (IOException e) {
            ErrorPrinter.print(terminal.err(), String.valueOf(e.getMessage()));
            return ExitCode.FAILURE;
        }
    }

    final Terminal terminal() {
        return terminal;
    }

    /** Changes the file, prints a summary of the change, and returns the exit code. */
    final int edit(FileEditor editor, TextChange change, String summary)
            throws ConfigurationException, ConfigEditException {
        Path file = editor.edit(change);
        terminal.out().println(summary + " in " + file + ". A running plimsoll serve follows within one second.");
        return ExitCode.SUCCESS;
    }
}
