package dev.plimsoll.gateway.serve;

import dev.plimsoll.call.HeavyWork;
import dev.plimsoll.gateway.admin.RecordServices;
import dev.plimsoll.gateway.admin.RequestRecords;
import dev.plimsoll.gateway.admin.ServerStatus;
import dev.plimsoll.gateway.alert.AlertMonitor;
import dev.plimsoll.gateway.alert.AlertMonitor.Sources;
import dev.plimsoll.gateway.auth.OneTimeLinks;
import dev.plimsoll.gateway.config.ConfigurationException;
import dev.plimsoll.gateway.config.LoadedConfiguration;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.TelemetryConfig;
import dev.plimsoll.gateway.config.view.EffectiveConfig;
import dev.plimsoll.gateway.dashboard.LinkService;
import dev.plimsoll.gateway.dashboard.StatusService.RunState;
import dev.plimsoll.gateway.data.GatewayEngine;
import dev.plimsoll.gateway.http.HttpServer;
import dev.plimsoll.gateway.http.exchange.HttpLimits;
import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.gateway.http.jetty.ListenAddress;
import dev.plimsoll.gateway.limit.ServerCircuits;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.reload.ConfigReloader;
import dev.plimsoll.gateway.reload.ConfigReloader.RestartChangeMode;
import dev.plimsoll.gateway.reload.ConfigSource;
import dev.plimsoll.gateway.reload.ReloadAudit;
import dev.plimsoll.gateway.replica.ReplicaPeers;
import dev.plimsoll.gateway.serve.DashboardSetup.GatewayState;
import dev.plimsoll.gateway.statistics.RepeatedQueries;
import dev.plimsoll.gateway.telemetry.EntrySink;
import dev.plimsoll.gateway.telemetry.Journal;
import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import dev.plimsoll.gateway.telemetry.store.Ledger;
import dev.plimsoll.gateway.telemetry.store.TelemetryStore;
import dev.plimsoll.telemetry.GuardListener;
import dev.plimsoll.telemetry.Receipt;
import dev.plimsoll.telemetry.ReceiptPayload;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Dashboard for sessions of {@code run}, on a free port of the loopback address. It has the pages and services of
 * {@code serve} that change nothing. It shows what all processes have recorded in the data folder, and the sessions of
 * this process.
 */
public final class RunDashboard implements AutoCloseable {

    /** Address on which the dashboard listens. */
    private static final String HOST = "127.0.0.1";

    private static final int MAX_CONNECTIONS = 200;
    private static final int MAX_IN_FLIGHT = 64;
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(15);

    /** Maximum time to import the entries of the sessions before the URL is returned. */
    private static final Duration FIRST_IMPORT_TIME = Duration.ofSeconds(2);

    private final ConfigReloader configReloader;
    private final RequestRecords requestRecords;
    private final RepeatedQueries repeatedQueries;
    private final AlertMonitor alertMonitor;
    private final GatewayEngine engine;
    private final DashboardSetup dashboardSetup;
    private final HttpServer httpServer;

    /**
     * Opens the dashboard.
     *
     * @param configSource configuration of the user, for its data folder
     * @param links identifies the callers
     * @param command command that prints a new link
     * @param runs returns the sessions of this process
     * @throws IOException if the port or the data folder cannot be used
     */
    public static RunDashboard open(
            ConfigSource configSource, OneTimeLinks links, String command, Supplier<List<RunState>> runs, Log log)
            throws IOException, ConfigurationException {
        LoadedConfiguration loaded = configSource.read();
        RunDashboard dashboard = new RunDashboard(loaded, configSource, links, command, runs, log);
        try {
            dashboard.requestRecords.journal().ensureStarted().flush(FIRST_IMPORT_TIME);
        } catch (InterruptedException e) {
            dashboard.close();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        return dashboard;
    }

    private RunDashboard(
            LoadedConfiguration loaded,
            ConfigSource configSource,
            OneTimeLinks links,
            String command,
            Supplier<List<RunState>> runs,
            Log log)
            throws IOException {
        Configuration configuration = loaded.configuration();
        TelemetryConfig telemetry = configuration.telemetry();
        Path data = configuration.data();
        InstantSource clock = InstantSource.system();
        engine = GatewayEngine.of(configuration, GuardListener.none(), HeavyWork.INLINE, null, log);
        configReloader = new ConfigReloader(
                loaded,
                configSource,
                new DashboardReload(engine),
                new ReloadAudit(data, log),
                RestartChangeMode.DEFER,
                clock,
                log);
        Journal journal = new Journal(
                () -> new ImportSink(TelemetryStore.open(data, telemetry.retention(), telemetry.maxBytes(), clock)),
                log);
        requestRecords = new RequestRecords(journal, new Ledger(data));
        repeatedQueries = RepeatedQueries.ofFolder(data, telemetry.retention(), clock, log);
        alertMonitor = new AlertMonitor(
                configuration.alerts(),
                new Sources(() -> 0, engine::isDegraded),
                episode -> {
                    // the page shows alerts; serve sends them to the webhook
                },
                clock,
                log);
        dashboardSetup = new DashboardSetup(telemetry.isCaptureEnabled());
        try {
            httpServer = HttpServer.open(
                    listenAddress(),
                    links,
                    List.of(),
                    services(new LinkService(links, command), runs, clock),
                    ReplicaPeers.none(),
                    new HttpLimits(
                            configuration.maxMessageBytes(), 1, Duration.ofMinutes(1), MAX_IN_FLIGHT, KEEP_ALIVE),
                    log);
        } catch (IOException | RuntimeException e) {
            closeRecords();
            throw e;
        }
        alertMonitor.start();
        configReloader.startWatching();
    }

    private static ListenAddress listenAddress() {
        return new ListenAddress(
                HOST, 0, List.of(), null, null, MAX_CONNECTIONS, List.of(), ListenAddress.DEFAULT_READ_TIMEOUT);
    }

    private List<HttpService> services(LinkService linkService, Supplier<List<RunState>> runs, InstantSource clock) {
        GatewayState gateway = new GatewayState(
                Objects.requireNonNullElse(RunDashboard.class.getPackage().getImplementationVersion(), "development"),
                GatewayState.currentTime(),
                configReloader,
                new ServerStatus(List.of(), ServerCircuits.OFF, clock),
                requestRecords,
                engine);
        List<HttpService> services = new ArrayList<>(List.of(linkService));
        services.addAll(new RecordServices(requestRecords, repeatedQueries, alertMonitor, configReloader, engine, clock)
                .services());
        services.addAll(dashboardSetup.services(
                new RunsState(gateway, runs), () -> new EffectiveConfig(configReloader.current()).json()));
        return services;
    }

    /**
     * Imports the entries that sessions have recorded, each time the journal writes. The journal writes before each
     * query, even if its own list of entries is empty; this sink ignores that list.
     */
    private record ImportSink(TelemetryStore store) implements EntrySink {

        @Override
        public void write(List<TelemetryEntry> entries) throws IOException {
            var _ = store.importSpools();
        }

        @Override
        public void runMaintenance() throws IOException {
            store.runMaintenance();
        }

        @Override
        public void close() throws IOException {
            store.close();
        }
    }

    /** Returns the data folder whose records are shown. */
    public Path data() {
        return configReloader.current().configuration().data();
    }

    /** Returns the URL of a one-time link. Browsers do not send its fragment, which contains the secret. */
    public String url(String link) {
        return "http://" + HOST + ":" + httpServer.port() + "/#link=" + link;
    }

    /** Notifies open pages of recorded requests of a session. */
    public void onRecorded(List<TelemetryEntry> entries) {
        alertMonitor.accept(entries);
        dashboardSetup.feed().accept(entries);
    }

    /** Records the structure of an answer of a session, so that the page can show it. */
    public void onAnswer(long id, Receipt receipt, ReceiptPayload receiptPayload) {
        dashboardSetup.sketches().record(id, receipt, receiptPayload);
    }

    @Override
    public void close() {
        dashboardSetup.feed().close();
        httpServer.close();
        closeRecords();
    }

    private void closeRecords() {
        alertMonitor.close();
        configReloader.close();
        engine.close();
        requestRecords.journal().close();
        requestRecords.ledger().close();
    }
}
