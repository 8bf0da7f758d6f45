package dev.plimsoll.gateway.cli.operate;

import dev.plimsoll.gateway.cli.ErrorPrinter;
import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.saved.SavedView;
import dev.plimsoll.gateway.saved.ViewFiles;
import dev.plimsoll.gateway.saved.ViewName;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.Terminal;
import dev.plimsoll.gateway.terminal.UsageException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;

/** A command on the saved views in the configured data folder. */
abstract class SavedViewAction implements Callable<Integer> {

    private final Terminal terminal;
    private final HostEnvironment hostEnvironment;

    @Mixin
    private final DataFolderOptions options = new DataFolderOptions();

    SavedViewAction(Terminal terminal, HostEnvironment hostEnvironment) {
        this.terminal = terminal;
        this.hostEnvironment = hostEnvironment;
    }

    /** Runs the command and returns its exit code. */
    abstract int run(ViewFiles files) throws IOException;

    @Override
    public final Integer call() {
        try {
            return run(new ViewFiles(options.readConfiguration(hostEnvironment).data()));
        } catch (ConfigurationException e) {
            e.errors().forEach(configError -> ErrorPrinter.print(terminal.err(), configError.toString()));
            return ExitCode.USAGE;
        } catch (IOException e) {
            ErrorPrinter.print(terminal.err(), String.valueOf(e.getMessage()));
            return ExitCode.FAILURE;
        }
    }

    final void println(String line) {
        // callers have chosen the values, and the terminal would obey control characters
        terminal.out().println(line.replaceAll("\\p{C}", "?"));
    }

    final void printTable(List<SavedView> views) {
        if (views.isEmpty()) {
            println("no saved views");
        }
        for (SavedView view : views) {
            println(view.name() + "  " + view.server() + "/" + view.tool() + " "
                    + view.arguments().utf8() + "  " + view.selection().utf8() + "  of "
                    + view.owner().caller());
        }
    }

    /** Returns the only view with this name; throws if there is none, or if several callers have one. */
    static SavedView requireView(ViewFiles files, String name, @Nullable String caller) {
        List<SavedView> found = ViewName.isValid(name)
                ? files.readAll().stream()
                        .filter(view -> view.name().equals(name))
                        .filter(view -> caller == null || view.owner().caller().equals(caller))
                        .toList()
                : List.of();
        if (found.isEmpty()) {
            throw new UsageException("there is no saved view '" + name + "'" + (caller == null ? "" : " of " + caller)
                    + "; see plimsoll saved list");
        }
        if (found.size() > 1) {
            throw new UsageException("several callers have a view " + name + ": give --caller, one of "
                    + String.join(
                            ", ",
                            found.stream().map(view -> view.owner().caller()).toList()));
        }
        return found.getFirst();
    }
}
