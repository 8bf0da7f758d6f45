package dev.plimsoll.gateway.serve;

import dev.plimsoll.gateway.admin.HealthService;
import dev.plimsoll.gateway.admin.HealthService.About;
import dev.plimsoll.gateway.admin.RecordServices;
import dev.plimsoll.gateway.admin.RequestRecords;
import dev.plimsoll.gateway.admin.ServerStatus;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.HostAndPort;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.config.model.TelemetryConfig;
import dev.plimsoll.gateway.config.view.EffectiveConfig;
import dev.plimsoll.gateway.data.GatewayEngine;
import dev.plimsoll.gateway.endpoint.PoolUsage;
import dev.plimsoll.gateway.endpoint.ServerBackend;
import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.gateway.http.jetty.HealthServer;
import dev.plimsoll.gateway.limit.ServerCircuits;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.manage.ManagementServices;
import dev.plimsoll.gateway.manage.server.ServerManager;
import dev.plimsoll.gateway.metrics.MetricSources;
import dev.plimsoll.gateway.metrics.Metrics;
import dev.plimsoll.gateway.reload.ConfigReloader;
import dev.plimsoll.gateway.rollout.AutoRollback;
import dev.plimsoll.gateway.rollout.RolloutController;
import dev.plimsoll.gateway.statistics.RepeatedQueries;
import dev.plimsoll.gateway.telemetry.Journal;
import dev.plimsoll.gateway.telemetry.store.Ledger;
import dev.plimsoll.gateway.telemetry.store.TelemetryStore;
import dev.plimsoll.gateway.trace.TraceSpans;
import dev.plimsoll.json.Slice;
import dev.plimsoll.telemetry.GuardListener;
import dev.plimsoll.telemetry.ListingReceipt;
import dev.plimsoll.telemetry.Receipt;
import dev.plimsoll.telemetry.ReceiptPayload;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Telemetry of the gateway, and its HTTP services. To add a service, create it in {@link #services}. */
final class ServeTelemetry implements GuardListener, AutoCloseable {

    private final RequestRecords requestRecords;
    private final ServerStatus serverStatus;
    private final Metrics metrics;
    private final String storeType;
    private final AlertSetup alertSetup;
    private final AutoRollback autoRollback;
    private final @Nullable TraceSpans traceSpans;
    private final InstantSource clock = InstantSource.system();
    private final RepeatedQueries repeatedQueries;
    private final DashboardSetup dashboardSetup;
    private @Nullable HealthService health;
    private @Nullable HealthServer healthServer;

    private ServeTelemetry(
            RequestRecords requestRecords,
            ServerStatus serverStatus,
            Metrics metrics,
            AlertSetup alertSetup,
            AutoRollback autoRollback,
            @Nullable TraceSpans traceSpans,
            String storeType,
            RepeatedQueries repeatedQueries,
            DashboardSetup dashboardSetup) {
        this.repeatedQueries = repeatedQueries;
        this.dashboardSetup = dashboardSetup;
        this.requestRecords = requestRecords;
        this.serverStatus = serverStatus;
        this.metrics = metrics;
        this.alertSetup = alertSetup;
        this.autoRollback = autoRollback;
        this.traceSpans = traceSpans;
        this.storeType = storeType;
    }

    /**
     * Starts to record. The database is opened in the background, because this takes longer than the rest of
     * the start.
     */
    static ServeTelemetry create(
            Configuration configuration, List<ServerConfig> servers, @Nullable TraceSpans traceSpans, Log log) {
        TelemetryConfig settings = configuration.telemetry();
        InstantSource clock = InstantSource.system();
        Metrics metrics = new Metrics();
        AlertSetup alertSetup = AlertSetup.create(configuration.alerts(), clock, log);
        AutoRollback autoRollback = new AutoRollback();
        Journal journal = new Journal(
                () -> TelemetryStore.open(configuration.data(), settings.retention(), settings.maxBytes(), clock),
                metrics.traffic().andThen(alertSetup.alertMonitor()).andThen(autoRollback),
                log);
        Set<String> stopped = configuration.serving().management().stopped();
        List<String> names = servers.stream()
                .map(ServerConfig::name)
                .filter(name -> !stopped.contains(name))
                .toList();
        return new ServeTelemetry(
                new RequestRecords(journal.ensureStarted(), new Ledger(configuration.data())),
                new ServerStatus(names, ServerCircuits.of(servers, System::nanoTime), clock),
                metrics,
                alertSetup,
                autoRollback,
                traceSpans,
                configuration.store().type().name().toLowerCase(Locale.ROOT),
                RepeatedQueries.ofFolder(configuration.data(), settings.retention(), clock, log),
                new DashboardSetup(settings.isCaptureEnabled()));
    }

    /** Returns the automatic rollback, which receives all recorded entries. */
    AutoRollback autoRollback() {
        return autoRollback;
    }

    void addMetrics(RolloutController rolloutController) {
        metrics.register(rolloutController);
    }

    ServerCircuits circuits() {
        return serverStatus.circuits();
    }

    ServerStatus serverStatus() {
        return serverStatus;
    }

    /** Returns a server whose availability is recorded, and whose requests have spans. */
    ServerBackend observe(ServerBackend server) {
        return new ObservedBackend(server, serverStatus, traceSpans);
    }

    List<HttpService> services(
            String version, GatewayEngine engine, ConfigReloader configReloader, ServerManager serverManager, Log log) {
        boolean isFallback = engine.isFallback();
        About about = new About(version, isFallback ? "memory" : storeType, engine::storeError);
        HealthService newHealthService = new HealthService(about, serverStatus, requestRecords, configReloader, clock);
        health = newHealthService;
        requestRecords.journal().setWrittenListener(dashboardSetup.feed());
        List<HttpService> services = new ArrayList<>(List.of(newHealthService, metrics));
        services.addAll(new RecordServices(
                        requestRecords, repeatedQueries, alertSetup.alertMonitor(), configReloader, engine, clock)
                .allServices());
        services.addAll(dashboardSetup.services(
                new DashboardSetup.GatewayState(
                        version,
                        DashboardSetup.GatewayState.currentTime(),
                        configReloader,
                        serverStatus,
                        requestRecords,
                        engine),
                () -> new EffectiveConfig(configReloader.current()).json()));
        services.addAll(new ManagementServices(
                        configReloader, serverManager, serverStatus::labels, requestRecords.ledger(), clock, log)
                .services());
        return services;
    }

    /** Adds the metrics that need the open gateway, and starts the alerts. */
    void onOpened(
            String version, GatewayEngine engine, Supplier<List<PoolUsage>> pools, ConfigReloader configReloader) {
        if (health != null) {
            health.setPools(pools);
        }
        metrics.register(new MetricSources(
                version,
                serverStatus::labels,
                pools,
                engine::storeUsage,
                engine::storeFailures,
                engine::isDegraded,
                engine::refusedReads,
                requestRecords.journal()::lostEntries));
        metrics.register(serverStatus.circuits());
        metrics.register(engine.accessRules());
        metrics.register(alertSetup.alertMonitor(), alertSetup.webhook());
        metrics.register(configReloader);
        metrics.register(engine.responses());
        metrics.register(engine.pins());
        alertSetup.start(engine);
    }

    /** Serves health on an additional address. */
    void serveHealth(HostAndPort address) throws IOException {
        healthServer = HealthServer.open(address, Objects.requireNonNull(health, "services() was not called"));
    }

    /** Reports in the health service that the gateway shuts down, so that load balancers send no new requests. */
    void announceShutdown() {
        if (health != null) {
            health.announceShutdown();
        }
        dashboardSetup.feed().close();
    }

    @Override
    public void onGuarded(Receipt receipt) {
        requestRecords.journal().onGuarded(receipt);
        serverStatus.onGuarded(receipt);
    }

    @Override
    public void onGuarded(Receipt receipt, ReceiptPayload receiptPayload) {
        dashboardSetup
                .sketches()
                .record(requestRecords.journal().record(receipt, receiptPayload), receipt, receiptPayload);
        serverStatus.onGuarded(receipt);
    }

    @Override
    public void onQuery(String server, String tool, String query, Slice args) {
        repeatedQueries.add(server, tool, query, args);
    }

    @Override
    public void onListed(ListingReceipt listingReceipt) {
        requestRecords.journal().onListed(listingReceipt);
    }

    @Override
    public void close() {
        if (healthServer != null) {
            healthServer.close();
        }
        alertSetup.close();
        repeatedQueries.close();
        requestRecords.journal().close();
        requestRecords.ledger().close();
        if (traceSpans != null) {
            traceSpans.close();
        }
    }
}
