package dev.plimsoll.gateway.cli;

import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.daemon.DaemonQueries;
import dev.plimsoll.gateway.daemon.DaemonReply;
import dev.plimsoll.gateway.daemon.RecordedDashboard;
import dev.plimsoll.gateway.login.Browser;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code plimsoll daemon}: shows and stops the warm process that serves sessions of {@code run}, and its dashboard. */
@Command(
        name = "daemon",
        description = "Shows and stops the warm process that serves sessions of 'run'.",
        synopsisSubcommandLabel = "[status|stop|dashboard]",
        commandListHeading = "%nCommands:%n",
        footer = {
            "",
            "Examples:",
            "  plimsoll daemon status",
            "  plimsoll daemon stop",
            "  plimsoll daemon dashboard --open"
        })
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
                .addSubcommand(new DaemonStopCommand(terminal, daemonQueries))
                .addSubcommand(new DaemonDashboardCommand(terminal, daemonQueries, hostEnvironment));
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
            hasFailed |= !reply.hasSucceeded();
            (reply.hasSucceeded() ? terminal.out() : terminal.err()).println(reply.text());
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

    /** {@code plimsoll daemon dashboard}: opens the dashboard of each daemon, or one without a daemon. */
    @Command(
            name = "dashboard",
            description = {
                "Prints the URL of the dashboard, which shows the requests of all sessions and what they saved. The URL"
                        + " works once. The dashboard closes after ten minutes without requests.",
                "Without a daemon, this process serves the dashboard, with the recorded requests."
            })
    static final class DaemonDashboardCommand extends DaemonCommands {

        private final HostEnvironment hostEnvironment;

        @Option(names = "--open", description = "open the URL in the browser")
        private boolean open;

        @Option(names = "--close", description = "close the dashboard")
        private boolean close;

        private DaemonDashboardCommand(
                Terminal terminal, DaemonQueries daemonQueries, HostEnvironment hostEnvironment) {
            super(terminal, daemonQueries);
            this.hostEnvironment = hostEnvironment;
        }

        @Override
        public Integer call() throws IOException {
            if (open && close) {
                throw new UsageException("--open and --close exclude each other");
            }
            if (close) {
                return super.print(super.daemonQueries.closeDashboard());
            }
            List<DaemonReply> replies = super.daemonQueries.openDashboard();
            if (!replies.isEmpty()) {
                replies.forEach(reply -> openInBrowser(reply.text()));
                return super.print(replies);
            }
            return RecordedDashboard.serve(super.terminal, hostEnvironment, url -> {
                super.terminal
                        .err()
                        .println("plimsoll: no daemon is running, so this process serves the recorded requests until"
                                + " Ctrl+C; the first session with --daemon=auto starts a daemon");
                super.terminal.out().println(url);
                super.terminal.out().flush();
                openInBrowser(url);
            });
        }

        private void openInBrowser(String url) {
            boolean isOpened = open
                    && url.startsWith("http:")
                    && Browser.ofSystem(hostEnvironment.environment(), hostEnvironment.system())
                            .open(URI.create(url));
            if (open && !isOpened) {
                super.terminal.err().println("plimsoll: no browser was found; open the URL yourself");
            }
        }
    }
}
