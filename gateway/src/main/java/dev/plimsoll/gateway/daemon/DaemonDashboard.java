package dev.plimsoll.gateway.daemon;

import dev.plimsoll.gateway.auth.OneTimeLinks;
import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.ConfigurationReader;
import dev.plimsoll.gateway.config.DefaultFile;
import dev.plimsoll.gateway.config.HostEnvironment;
import dev.plimsoll.gateway.config.model.ConfigError;
import dev.plimsoll.gateway.dashboard.StatusService.RunState;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.reload.ConfigSource;
import dev.plimsoll.gateway.reload.FileSource;
import dev.plimsoll.gateway.run.AnswerListener;
import dev.plimsoll.gateway.serve.RunDashboard;
import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import dev.plimsoll.telemetry.Receipt;
import dev.plimsoll.telemetry.ReceiptPayload;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Dashboard of a daemon. It opens on request and closes after some time without use. While it is closed, the daemon has
 * no network port.
 */
final class DaemonDashboard implements Consumer<List<TelemetryEntry>>, AnswerListener {

    /** Command that prints a link. */
    static final String COMMAND = "plimsoll daemon dashboard";

    /** Time without a request after which the dashboard closes. */
    static final Duration IDLE_TIME = Duration.ofMinutes(10);

    private final Supplier<List<RunState>> sessions;
    private final Runnable onUse;
    private final Log log;
    private final OneTimeLinks links = new OneTimeLinks("dashboard", COMMAND, this::markUsed);
    private volatile long lastUsedNanos;
    private volatile @Nullable RunDashboard openDashboard;

    /**
     * Creates a closed dashboard.
     *
     * @param sessions returns the states of the open sessions
     * @param onUse runs after each request of the dashboard
     */
    DaemonDashboard(Supplier<List<RunState>> sessions, Runnable onUse, Log log) {
        this.sessions = sessions;
        this.onUse = onUse;
        this.log = log;
    }

    private void markUsed() {
        lastUsedNanos = System.nanoTime();
        onUse.run();
    }

    /**
     * Opens the dashboard if it is closed, or if it shows another data folder. Returns a URL that works once.
     *
     * @param hostEnvironment environment of the requesting process, which determines the configuration and the data
     *     folder
     */
    synchronized String open(HostEnvironment hostEnvironment) throws IOException {
        try {
            ConfigSource configSource =
                    new FileSource(new ConfigurationReader(hostEnvironment), DefaultFile.USER, null, List.of());
            Path data = configSource.read().configuration().data();
            RunDashboard dashboard = openDashboard;
            if (dashboard == null || !dashboard.data().equals(data)) {
                close();
                dashboard = RunDashboard.open(configSource, links, COMMAND, sessions, log);
                openDashboard = dashboard;
            }
            markUsed();
            return dashboard.url(links.createLink());
        } catch (ConfigurationException e) {
            throw new IOException(e.errors().stream().map(ConfigError::toString).collect(Collectors.joining("; ")), e);
        }
    }

    boolean isOpen() {
        return openDashboard != null;
    }

    /** Closes the dashboard. Returns whether it was open. */
    synchronized boolean close() {
        RunDashboard dashboard = openDashboard;
        openDashboard = null;
        if (dashboard == null) {
            return false;
        }
        dashboard.close();
        return true;
    }

    /** Closes the dashboard if the last request was long ago. */
    void closeIfUnused(Duration idleTime) {
        if (isOpen() && System.nanoTime() - lastUsedNanos > idleTime.toNanos()) {
            close();
        }
    }

    @Override
    public void accept(List<TelemetryEntry> entries) {
        RunDashboard dashboard = openDashboard;
        if (dashboard != null) {
            dashboard.onRecorded(entries);
        }
    }

    @Override
    public void onAnswer(long id, Receipt receipt, ReceiptPayload receiptPayload) {
        RunDashboard dashboard = openDashboard;
        if (dashboard != null) {
            dashboard.onAnswer(id, receipt, receiptPayload);
        }
    }
}
