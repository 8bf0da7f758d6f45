package dev.plimsoll.gateway.cli;

import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.daemon.DaemonQueries;
import dev.plimsoll.gateway.daemon.DaemonReply;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code plimsoll daemon}: shows and stops the warm process that serves sessions of {@code run}. */
@Command(
        name = "daemon",
        description = "Shows and stops the warm process that serves sessions of 'run'.",
        synopsisSubcommandLabel = "[status|stop]",
        commandListHeading = "%nCommands:%n",
        footer = {"", "Examples:", "  plimsoll daemon status", "  plimsoll daemon stop"})
class DaemonCommands implements Callable<Integer> {

    private final Terminal terminal;
    private final DaemonQueries daemonQueries;

    private DaemonCommands(Terminal terminal, DaemonQueries daemonQueries) {
        this.terminal = terminal;
        this.daemonQueries = daemonQueries;
    }

    /** Creates the command line with its subcommands. */
    static CommandLine createCommandLine(Terminal terminal, HostEnvironment hostEnvironment) {
        DaemonQueries daemonQueries = DaemonQueries.of(hostEnvironment);
        return new CommandLine(new DaemonCommands(terminal, daemonQueries))
                .addSubcommand(new DaemonStatusCommand(terminal, daemonQueries))
                .addSubcommand(new DaemonStopCommand(terminal, daemonQueries));
    }

    @Override
    public Integer call() throws IOException {
        return print(daemonQueries.status());
    }

    private int print(List<DaemonReply> replies) {
        if (replies.isEmpty()) {
            terminal.out().println("no daemon is running; sockets would be in " + daemonQueries.folder());
        }
        boolean hasFailed = false;
        for (DaemonReply reply : replies) {
            hasFailed |= !reply.isResponding();
            (reply.isResponding() ? terminal.out() : terminal.err()).println(reply.text());
        }
        return hasFailed ? ExitCode.FAILURE : ExitCode.SUCCESS;
    }

    /** {@code plimsoll daemon status}: describes each daemon. */
    @Command(name = "status", description = "Prints the sessions, servers, and memory of each daemon.")
    static final class DaemonStatusCommand extends DaemonCommands {

        private DaemonStatusCommand(Terminal terminal, DaemonQueries daemonQueries) {
            super(terminal, daemonQueries);
        }
    }

    /** {@code plimsoll daemon stop}: stops each daemon. */
    @Command(
            name = "stop",
            description = "Stops each daemon with its sessions and servers. The next session starts another.")
    static final class DaemonStopCommand extends DaemonCommands {

        private DaemonStopCommand(Terminal terminal, DaemonQueries daemonQueries) {
            super(terminal, daemonQueries);
        }

        @Override
        public Integer call() throws IOException {
            return super.print(super.daemonQueries.stop());
        }
    }
}
