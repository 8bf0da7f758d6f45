package dev.plimsoll.gateway.cli;

import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.saved.SavedView;
import dev.plimsoll.gateway.saved.ViewFiles;
import dev.plimsoll.gateway.saved.ViewName;
import dev.plimsoll.json.JsonWriter;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plimsoll saved}: lists, shows, and removes saved views. */
@Command(
        name = "saved",
        description = "Lists, shows, and removes saved views: queries that agents have saved as plimsoll://saved/NAME.",
        synopsisSubcommandLabel = "[list|show|remove]",
        commandListHeading = "%nCommands:%n",
        footer = {
            "",
            "Examples:",
            "  plimsoll saved list",
            "  plimsoll saved show open-issues",
            "  plimsoll saved remove open-issues --caller ann"
        })
final class SavedCommands extends SavedCommands.SavedAction {

    private SavedCommands(Terminal terminal, HostEnvironment hostEnvironment) {
        super(terminal, hostEnvironment);
    }

    /** Creates the command line with its subcommands. */
    static CommandLine createCommandLine(Terminal terminal, HostEnvironment hostEnvironment) {
        return new CommandLine(new SavedCommands(terminal, hostEnvironment))
                .addSubcommand(new SavedListCommand(terminal, hostEnvironment))
                .addSubcommand(new SavedShowCommand(terminal, hostEnvironment))
                .addSubcommand(new SavedRemoveCommand(terminal, hostEnvironment));
    }

    @Override
    int run(ViewFiles files) {
        printTable(files.all());
        return ExitCode.SUCCESS;
    }

    /** A command on the views in the configured data folder. */
    abstract static class SavedAction implements Callable<Integer> {

        private final Terminal terminal;
        private final HostEnvironment hostEnvironment;

        @Mixin
        private final RolloutOptions options = new RolloutOptions();

        SavedAction(Terminal terminal, HostEnvironment hostEnvironment) {
            this.terminal = terminal;
            this.hostEnvironment = hostEnvironment;
        }

        /** Runs the command and returns its exit code. */
        abstract int run(ViewFiles files) throws IOException;

        @Override
        public final Integer call() {
            try {
                return run(new ViewFiles(options.configuration(hostEnvironment).data()));
            } catch (ConfigurationException e) {
                e.errors().forEach(configError -> UsageErrorPrinter.print(terminal.err(), configError.toString()));
                return ExitCode.USAGE;
            } catch (IOException e) {
                UsageErrorPrinter.print(terminal.err(), String.valueOf(e.getMessage()));
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
        static SavedView require(ViewFiles files, String name, @Nullable String caller) {
            List<SavedView> found = ViewName.isValid(name)
                    ? files.all().stream()
                            .filter(view -> view.name().equals(name))
                            .filter(view ->
                                    caller == null || view.owner().caller().equals(caller))
                            .toList()
                    : List.of();
            if (found.isEmpty()) {
                throw new UsageException("there is no saved view '" + name + "'"
                        + (caller == null ? "" : " of " + caller) + "; see plimsoll saved list");
            }
            if (found.size() > 1) {
                throw new UsageException("several callers have a view " + name + ": give --caller, one of "
                        + String.join(
                                ", ",
                                found.stream()
                                        .map(view -> view.owner().caller())
                                        .toList()));
            }
            return found.getFirst();
        }
    }

    /** {@code plimsoll saved list}: lists the views of all callers. */
    @Command(name = "list", description = "Lists the views of all callers.")
    static final class SavedListCommand extends SavedAction {

        @Option(names = "--json", description = "print one JSON array for programs")
        private boolean json;

        SavedListCommand(Terminal terminal, HostEnvironment hostEnvironment) {
            super(terminal, hostEnvironment);
        }

        @Override
        int run(ViewFiles files) {
            if (json) {
                JsonWriter list = new JsonWriter(1024)
                        .array(files.all(), (SavedView view, JsonWriter item) -> item.raw(view.json()));
                println(list.slice().utf8());
            } else {
                printTable(files.all());
            }
            return ExitCode.SUCCESS;
        }
    }

    /** {@code plimsoll saved show}: prints a view as JSON. */
    @Command(name = "show", description = "Prints a view as JSON.")
    static final class SavedShowCommand extends SavedAction {

        @Parameters(index = "0", paramLabel = "NAME", description = "the name of the view")
        private String name = "";

        @Option(names = "--caller", paramLabel = "CALLER", description = "whose view, if several callers use the name")
        private @Nullable String caller;

        SavedShowCommand(Terminal terminal, HostEnvironment hostEnvironment) {
            super(terminal, hostEnvironment);
        }

        @Override
        int run(ViewFiles files) {
            println(require(files, name, caller).json().utf8());
            return ExitCode.SUCCESS;
        }
    }

    /** {@code plimsoll saved remove}: deletes a view. */
    @Command(name = "remove", description = "Deletes a view. Running processes follow within a second.")
    static final class SavedRemoveCommand extends SavedAction {

        @Parameters(index = "0", paramLabel = "NAME", description = "the name of the view")
        private String name = "";

        @Option(names = "--caller", paramLabel = "CALLER", description = "whose view, if several callers use the name")
        private @Nullable String caller;

        SavedRemoveCommand(Terminal terminal, HostEnvironment hostEnvironment) {
            super(terminal, hostEnvironment);
        }

        @Override
        int run(ViewFiles files) throws IOException {
            SavedView view = require(files, name, caller);
            files.remove(view.owner().caller(), view.name());
            println("removed: " + view.name() + " of " + view.owner().caller());
            return ExitCode.SUCCESS;
        }
    }
}
