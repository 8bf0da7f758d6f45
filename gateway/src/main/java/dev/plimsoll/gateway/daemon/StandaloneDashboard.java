package dev.plimsoll.gateway.daemon;

import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.terminal.ExitCode;
import dev.plimsoll.gateway.terminal.Terminal;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** Dashboard that a command serves for a user without a daemon. It shows the recorded requests. */
public final class StandaloneDashboard {

    private static final long CHECK_MILLIS = 200;

    private StandaloneDashboard() {}

    /** Serves the dashboard until it has not been used for some time, and returns the exit code. */
    public static int serve(Terminal terminal, HostEnvironment hostEnvironment, Consumer<String> onUrl) {
        return serve(terminal, hostEnvironment, onUrl, DaemonDashboard.IDLE_TIME);
    }

    static int serve(Terminal terminal, HostEnvironment hostEnvironment, Consumer<String> onUrl, Duration idleTime) {
        DaemonDashboard dashboard = new DaemonDashboard(List::of, () -> {}, new Log(terminal.err(), LogSeverity.WARN));
        Thread closer = new Thread(dashboard::close, "plimsoll-exit");
        try {
            onUrl.accept(dashboard.open(hostEnvironment));
            Runtime.getRuntime().addShutdownHook(closer);
            while (dashboard.isOpen()) {
                Thread.sleep(CHECK_MILLIS);
                dashboard.closeIfUnused(idleTime);
            }
            Runtime.getRuntime().removeShutdownHook(closer);
            return ExitCode.SUCCESS;
        } catch (IOException e) {
            terminal.err().println("plimsoll: daemon: " + e.getMessage());
            return ExitCode.FAILURE;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitCode.FAILURE;
        }
    }
}
