package dev.plimsoll.gateway.cli.operate;

import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.pin.PinFolder;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.Terminal;
import dev.plimsoll.gateway.terminal.UsageException;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plimsoll pin}: shows and approves changes of tools. */
@Command(
        name = "pin",
        description = "Shows and approves changes of tools: descriptions, schemas, and hints.",
        synopsisSubcommandLabel = "[list|show|approve|forget]",
        commandListHeading = "%nCommands:%n",
        footer = {
            "",
            "Examples:",
            "  plimsoll pin list",
            "  plimsoll pin show crm",
            "  plimsoll pin approve crm list_customers",
            "  plimsoll pin approve crm --all",
            "  plimsoll pin forget crm"
        })
public final class PinCommands extends PinAction {

    private PinCommands(Terminal terminal, HostEnvironment hostEnvironment) {
        super(terminal, hostEnvironment);
    }

    /** Creates the command line with its subcommands. */
    public static CommandLine createCommandLine(Terminal terminal, HostEnvironment hostEnvironment) {
        return new CommandLine(new PinCommands(terminal, hostEnvironment))
                .addSubcommand(new PinListCommand(terminal, hostEnvironment))
                .addSubcommand(new ShowCommand(terminal, hostEnvironment))
                .addSubcommand(new ApproveCommand(terminal, hostEnvironment))
                .addSubcommand(new ForgetCommand(terminal, hostEnvironment));
    }

    @Override
    int run(PinFolder folder) throws IOException {
        print(folder.report().text());
        return ExitCode.SUCCESS;
    }

    /** {@code plimsoll pin list}: lists servers, changes, and warnings. */
    @Command(name = "list", description = "Lists the servers with their changed and suspicious tools.")
    static final class PinListCommand extends PinAction {

        @Option(names = "--json", description = "print one JSON object for programs")
        private boolean isJsonOutput;

        PinListCommand(Terminal terminal, HostEnvironment hostEnvironment) {
            super(terminal, hostEnvironment);
        }

        @Override
        int run(PinFolder folder) throws IOException {
            print(
                    isJsonOutput
                            ? folder.report().json().utf8() + "\n"
                            : folder.report().text());
            return ExitCode.SUCCESS;
        }
    }

    /** {@code plimsoll pin show}: prints what has changed. */
    @Command(
            name = "show",
            description = "Prints the changes: - marks what is approved, + marks what the server lists now.")
    static final class ShowCommand extends PinAction {

        @Parameters(index = "0", paramLabel = "SERVER", description = "the name of the server")
        private String server = "";

        @Parameters(index = "1", arity = "0..1", paramLabel = "TOOL", description = "the tool; default all")
        private @Nullable String tool;

        ShowCommand(Terminal terminal, HostEnvironment hostEnvironment) {
            super(terminal, hostEnvironment);
        }

        @Override
        int run(PinFolder folder) throws IOException {
            String differences = folder.report().differences(server, tool);
            print(differences.isEmpty() ? "no changes\n" : differences);
            return ExitCode.SUCCESS;
        }
    }

    /** {@code plimsoll pin approve}: approves changes. */
    @Command(name = "approve", description = "Approves changes of tools. Running processes follow with the next call.")
    static final class ApproveCommand extends PinAction {

        @Parameters(index = "0", paramLabel = "SERVER", description = "the name of the server")
        private String server = "";

        @Parameters(index = "1..*", arity = "0..*", paramLabel = "TOOL", description = "the tools to approve")
        private List<String> tools = List.of();

        @Option(names = "--all", description = "approve all changes of the server")
        private boolean isForAllTools;

        @Option(names = "--hash", paramLabel = "HASH", description = "approve only the change with this hash")
        private @Nullable String hash;

        ApproveCommand(Terminal terminal, HostEnvironment hostEnvironment) {
            super(terminal, hostEnvironment);
        }

        @Override
        int run(PinFolder folder) throws IOException {
            if (tools.isEmpty() && !isForAllTools && hash == null) {
                throw new UsageException("name the tools to approve, or --all");
            }
            if (isForAllTools && !tools.isEmpty()) {
                throw new UsageException("give either tools or --all, not both");
            }
            List<String> approved = folder.approve(server, tools, hash);
            return approved.isEmpty()
                    ? fail("no such change of " + server + "; see plimsoll pin list")
                    : succeed("approved: " + String.join(", ", approved));
        }
    }

    /** {@code plimsoll pin forget}: deletes the pins of a server. */
    @Command(name = "forget", description = "Deletes the pins of a server: its next listing counts as the first.")
    static final class ForgetCommand extends PinAction {

        @Parameters(index = "0", paramLabel = "SERVER", description = "the name of the server")
        private String server = "";

        ForgetCommand(Terminal terminal, HostEnvironment hostEnvironment) {
            super(terminal, hostEnvironment);
        }

        @Override
        int run(PinFolder folder) throws IOException {
            return folder.forget(server) == 0
                    ? fail("no pins of " + server + "; see plimsoll pin list")
                    : succeed("forgotten: " + server);
        }
    }
}
