package dev.plimsoll.gateway.cli.operate;

import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.saved.SavedView;
import dev.plimsoll.gateway.saved.ViewFiles;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.Terminal;
import dev.plimsoll.json.JsonWriter;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
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
public final class SavedCommands extends SavedViewAction {

    private SavedCommands(Terminal terminal, HostEnvironment hostEnvironment) {
        super(terminal, hostEnvironment);
    }

    /** Creates the command line with its subcommands. */
    public static CommandLine createCommandLine(Terminal terminal, HostEnvironment hostEnvironment) {
        return new CommandLine(new SavedCommands(terminal, hostEnvironment))
                .addSubcommand(new SavedListCommand(terminal, hostEnvironment))
                .addSubcommand(new SavedShowCommand(terminal, hostEnvironment))
                .addSubcommand(new SavedRemoveCommand(terminal, hostEnvironment));
    }

    @Override
    int run(ViewFiles files) {
        printTable(files.readAll());
        return ExitCode.SUCCESS;
    }

    /** {@code plimsoll saved list}: lists the views of all callers. */
    @Command(name = "list", description = "Lists the views of all callers.")
    static final class SavedListCommand extends SavedViewAction {

        @Option(names = "--json", description = "print one JSON array for programs")
        private boolean isJsonOutput;

        SavedListCommand(Terminal terminal, HostEnvironment hostEnvironment) {
            super(terminal, hostEnvironment);
        }

        @Override
        int run(ViewFiles files) {
            if (isJsonOutput) {
                JsonWriter list = new JsonWriter(1024)
                        .array(files.readAll(), (SavedView view, JsonWriter item) -> item.raw(view.toJson()));
                println(list.slice().utf8());
            } else {
                printTable(files.readAll());
            }
            return ExitCode.SUCCESS;
        }
    }

    /** {@code plimsoll saved show}: prints a view as JSON. */
    @Command(name = "show", description = "Prints a view as JSON.")
    static final class SavedShowCommand extends SavedViewAction {

        @Parameters(index = "0", paramLabel = "NAME", description = "the name of the view")
        private String name = "";

        @Option(
                names = "--caller",
                paramLabel = "CALLER",
                description = "the owner of the view, if several callers have a view with this name")
        private @Nullable String caller;

        SavedShowCommand(Terminal terminal, HostEnvironment hostEnvironment) {
            super(terminal, hostEnvironment);
        }

        @Override
        int run(ViewFiles files) {
            println(requireView(files, name, caller).toJson().utf8());
            return ExitCode.SUCCESS;
        }
    }

    /** {@code plimsoll saved remove}: deletes a view. */
    @Command(name = "remove", description = "Deletes a view. Running processes follow within a second.")
    static final class SavedRemoveCommand extends SavedViewAction {

        @Parameters(index = "0", paramLabel = "NAME", description = "the name of the view")
        private String name = "";

        @Option(
                names = "--caller",
                paramLabel = "CALLER",
                description = "the owner of the view, if several callers have a view with this name")
        private @Nullable String caller;

        SavedRemoveCommand(Terminal terminal, HostEnvironment hostEnvironment) {
            super(terminal, hostEnvironment);
        }

        @Override
        int run(ViewFiles files) throws IOException {
            SavedView view = requireView(files, name, caller);
            files.remove(view.owner().caller(), view.name());
            println("removed: " + view.name() + " of " + view.owner().caller());
            return ExitCode.SUCCESS;
        }
    }
}
