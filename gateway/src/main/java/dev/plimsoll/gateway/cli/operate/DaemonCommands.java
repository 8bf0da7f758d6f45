package dev.plimsoll.gateway.cli.operate;

import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.daemon.ControlResponse;
import dev.plimsoll.gateway.daemon.DaemonControl;
import dev.plimsoll.gateway.daemon.StandaloneDashboard;
import dev.plimsoll.gateway.login.Browser;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.Terminal;
import dev.plimsoll.gateway.terminal.UsageException;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code plimsoll daemon}: shows and stops the daemons of the user, and opens their dashboard. */
@Command(
        name = "daemon",
        description = "Shows and stops the shared process that serves sessions of 'run'.",
        synopsisSubcommandLabel = "[status|stop|dashboard]",
        commandListHeading = "%nCommands:%n",
        footer = {
            "",
            "Examples:",
            "  plimsoll daemon status",
            "  plimsoll daemon stop",
            "  plimsoll daemon dashboard --open"
        })
public class DaemonCommands implements Callable<Integer> {

    private final Terminal terminal;
    private final DaemonControl daemonControl;

    private DaemonCommands(Terminal terminal, DaemonControl daemonControl) {
        this.terminal = terminal;
        this.daemonControl = daemonControl;
    }

    /** Creates the command line with its subcommands. */
    public static CommandLine createCommandLine(Terminal terminal, HostEnvironment hostEnvironment) {
        DaemonControl daemonControl = DaemonControl.of(hostEnvironment);
        return new CommandLine(new DaemonCommands(terminal, daemonControl))
                .addSubcommand(new DaemonStatusCommand(terminal, daemonControl))
                .addSubcommand(new DaemonStopCommand(terminal, daemonControl))
                .addSubcommand(new DaemonDashboardCommand(terminal, daemonControl, hostEnvironment));
    }

    @Override
    public Integer call() throws IOException {
        return printResponses(daemonControl.status());
    }

    private int printResponses(List<ControlResponse> responses) {
        if (responses.isEmpty()) {
            terminal.out().println("no daemon is running; sockets would be in " + daemonControl.folder());
        }
        boolean hasFailed = false;
        for (ControlResponse response : responses) {
            hasFailed |= !response.hasSucceeded();
            (response.hasSucceeded() ? terminal.out() : terminal.err()).println(response.text());
        }
        return hasFailed ? ExitCode.FAILURE : ExitCode.SUCCESS;
    }

    /** {@code plimsoll daemon status}: describes each daemon. */
    @Command(name = "status", description = "Prints the sessions, servers, and memory of each daemon.")
    static final class DaemonStatusCommand extends DaemonCommands {

        private DaemonStatusCommand(Terminal terminal, DaemonControl daemonControl) {
            super(terminal, daemonControl);
        }
    }

    /** {@code plimsoll daemon stop}: stops each daemon. */
    @Command(
            name = "stop",
            description = "Stops each daemon with its sessions and servers. The next session starts another.")
    static final class DaemonStopCommand extends DaemonCommands {

        private DaemonStopCommand(Terminal terminal, DaemonControl daemonControl) {
            super(terminal, daemonControl);
        }

        @Override
        public Integer call() throws IOException {
            return super.printResponses(super.daemonControl.stop());
        }
    }

    /**
     * {@code plimsoll daemon dashboard}: opens the dashboard of each daemon. If no daemon runs, this process serves the
     * dashboard.
     */
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
        private boolean isOpenRequested;

        @Option(names = "--close", description = "close the dashboard")
        private boolean isCloseRequested;

        private DaemonDashboardCommand(
                Terminal terminal, DaemonControl daemonControl, HostEnvironment hostEnvironment) {
            super(terminal, daemonControl);
            this.hostEnvironment = hostEnvironment;
        }

        @Override
        public Integer call() throws IOException {
            if (isOpenRequested && isCloseRequested) {
                throw new UsageException("--open and --close exclude each other");
            }
            if (isCloseRequested) {
                return super.printResponses(super.daemonControl.closeDashboard());
            }
            List<ControlResponse> responses = super.daemonControl.openDashboard();
            if (!responses.isEmpty()) {
                responses.forEach(response -> openInBrowserIfRequested(response.text()));
                return super.printResponses(responses);
            }
            return StandaloneDashboard.serve(super.terminal, hostEnvironment, url -> {
                super.terminal
                        .err()
                        .println("plimsoll: no daemon is running, so this process serves the recorded requests until"
                                + " Ctrl+C; the first session with --daemon=auto starts a daemon");
                super.terminal.out().println(url);
                super.terminal.out().flush();
                openInBrowserIfRequested(url);
            });
        }

        /** Opens the response of a daemon, unless it is not a URL but the reason why there is none. */
        private void openInBrowserIfRequested(String response) {
            if (!isOpenRequested || !response.startsWith("http:")) {
                return;
            }
            boolean isOpened = Browser.ofSystem(hostEnvironment.environment(), hostEnvironment.system())
                    .open(URI.create(response));
            if (!isOpened) {
                super.terminal.err().println("plimsoll: no browser was found; open the URL yourself");
            }
        }
    }
}
