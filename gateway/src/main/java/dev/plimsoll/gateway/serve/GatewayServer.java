package dev.plimsoll.gateway.serve;

import dev.plimsoll.gateway.auth.ReloadableIdentification;
import dev.plimsoll.gateway.auth.check.IdentificationFactory;
import dev.plimsoll.gateway.config.LoadedConfiguration;
import dev.plimsoll.gateway.config.model.AccessConfig;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.HostAndPort;
import dev.plimsoll.gateway.config.model.ServeConfig;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.data.GatewayEngine;
import dev.plimsoll.gateway.endpoint.Endpoint;
import dev.plimsoll.gateway.endpoint.FairPool;
import dev.plimsoll.gateway.endpoint.PoolUsage;
import dev.plimsoll.gateway.endpoint.ServerBackend;
import dev.plimsoll.gateway.http.HttpServer;
import dev.plimsoll.gateway.http.exchange.HttpLimits;
import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.gateway.http.jetty.ListenAddress;
import dev.plimsoll.gateway.hub.Hub;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.manage.server.RestartRequests;
import dev.plimsoll.gateway.manage.server.ServerManager;
import dev.plimsoll.gateway.reload.ConfigReloader;
import dev.plimsoll.gateway.reload.ConfigReloader.RestartChangeMode;
import dev.plimsoll.gateway.reload.ConfigSource;
import dev.plimsoll.gateway.reload.ReloadAudit;
import dev.plimsoll.gateway.replica.ReplicaPeers;
import dev.plimsoll.gateway.rollout.RolloutController;
import dev.plimsoll.gateway.trace.OtelVariables;
import dev.plimsoll.gateway.trace.TraceSpans;
import dev.plimsoll.gateway.trace.otel.BackgroundSpanFactory;
import dev.plimsoll.gateway.upstream.server.SharedResources;
import dev.plimsoll.gateway.upstream.server.SingleServerBackend;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The running gateway of {@code plimsoll serve}: engine, servers, endpoints, and HTTP server. */
public final class GatewayServer implements AutoCloseable {

    /**
     * Interval of keep-alive events on event streams: proxies and clients often close connections that were
     * silent for half a minute.
     */
    private static final Duration KEEP_ALIVE_INTERVAL = Duration.ofSeconds(15);

    private final GatewayEngine engine;
    private final ServeTelemetry serveTelemetry;
    private final HttpServer httpServer;
    private final ConfigReloader configReloader;
    private final RolloutController rolloutController;
    private final String host;
    private final boolean isEncrypted;
    private final List<String> serverNames;
    private final ServerManager serverManager;
    private final RestartRequests restartRequests;

    private GatewayServer(
            GatewayEngine engine,
            ServeTelemetry serveTelemetry,
            HttpServer httpServer,
            ConfigReloader configReloader,
            RolloutController rolloutController,
            String host,
            boolean isEncrypted,
            ServerManager serverManager) {
        this.engine = engine;
        this.serveTelemetry = serveTelemetry;
        this.httpServer = httpServer;
        this.configReloader = configReloader;
        this.rolloutController = rolloutController;
        this.host = host;
        this.isEncrypted = isEncrypted;
        this.serverManager = serverManager;
        this.serverNames =
                serverManager.servers().stream().map(ServerBackend::name).toList();
        this.restartRequests = serverManager.pollRestartRequests(
                configReloader.current().configuration().data(),
                name -> configReloader.recordAction("command", "servers." + name, "server restarted"));
    }

    /**
     * Starts to serve a configuration that is never reloaded.
     *
     * @throws ServeException if this configuration cannot be served
     * @throws IOException if listening on the address fails
     */
    public static GatewayServer open(Configuration configuration, Log log) throws IOException, ServeException {
        LoadedConfiguration loadedConfiguration = new LoadedConfiguration(configuration, List.of(), null, null);
        return open(loadedConfiguration, () -> loadedConfiguration, log);
    }

    /**
     * Starts to serve a configuration that can be reloaded.
     *
     * @param configSource source for reloads
     * @throws ServeException if this configuration cannot be served
     * @throws IOException if listening on the address fails
     */
    public static GatewayServer open(LoadedConfiguration loadedConfiguration, ConfigSource configSource, Log log)
            throws IOException, ServeException {
        return open(loadedConfiguration, configSource, createTraces(System.getenv(), log), log);
    }

    /** Creates the spans; returns null if the environment names no destination for traces. */
    private static @Nullable TraceSpans createTraces(Map<String, String> environment, Log log) {
        return OtelVariables.hasSpansEnabled(environment)
                ? new TraceSpans(BackgroundSpanFactory.start(environment, version(), log))
                : null;
    }

    private static ListenAddress listenAddress(ServeConfig serveConfig, HostAndPort listen) {
        AccessConfig accessConfig = serveConfig.access();
        return new ListenAddress(
                listen.host(),
                listen.port(),
                serveConfig.origins(),
                accessConfig.publicUrl(),
                accessConfig.tls(),
                accessConfig.traffic().maxConnections(),
                accessConfig.traffic().trustedProxies(),
                ListenAddress.DEFAULT_READ_TIMEOUT);
    }

    static GatewayServer open(
            LoadedConfiguration loadedConfiguration,
            ConfigSource configSource,
            @Nullable TraceSpans traceSpans,
            Log log)
            throws IOException, ServeException {
        Configuration configuration = loadedConfiguration.configuration();
        ServeConfig serveConfig = configuration.serving();
        HostAndPort listen = HostAndPort.parse(serveConfig.listen());
        requireAuthentication(serveConfig, listen.host());
        List<ServerConfig> servers = findServable(configuration, log);
        ServeTelemetry serveTelemetry = ServeTelemetry.create(configuration, servers, traceSpans, log);
        ProgramSetup programs = new ProgramSetup(configuration, traceSpans, log);
        GatewayEngine engine = GatewayEngine.forManyClients(
                configuration, programs.wrapListener(serveTelemetry), serveTelemetry.circuits(), log);
        AccessConfig accessConfig = serveConfig.access();
        FairPool processes = processPool(serveConfig);
        SharedResources sharedResources = new SharedResources(processes, programs.fields(), traceSpans);
        ServerManager serverManager = new ServerManager(
                configuration,
                (serverConfig, current) -> serveTelemetry.observe(
                        SingleServerBackend.of(serverConfig, current, engine, sharedResources, log)),
                log);
        try {
            ListenAddress listenAddress = listenAddress(serveConfig, listen);
            ReloadableIdentification identification = new ReloadableIdentification(
                    IdentificationFactory.create(accessConfig, InstantSource.system(), log));
            ServeReload serveReload = new ServeReload(configuration, engine, serverManager, identification, log);
            ConfigReloader configReloader = createReloader(loadedConfiguration, configSource, serveReload, log);
            RolloutController rolloutController =
                    RolloutController.start(configReloader, "serve", serveTelemetry.autoRollback(), log);
            serveTelemetry.addMetrics(rolloutController);
            Hub hub = createHub(serverManager, log);
            SavedViewSetup saved = new SavedViewSetup(configuration, engine, log);
            EndpointSetup endpointSetup = new EndpointSetup(configuration, programs, saved, engine, log);
            List<Endpoint> endpoints = endpointSetup.endpoints(serverManager, hub);
            ReplicaPeers replicaPeers = new ReplicaPeers(serveConfig.peers(), engine.parkedCallIds(), log);
            List<HttpService> services = serveTelemetry.services(version(), engine, configReloader, serverManager, log);
            HttpServer httpServer = HttpServer.open(
                    listenAddress, identification, endpoints, services, replicaPeers, httpLimits(configuration), log);
            serverManager.setListener(new ServerChangeListener(
                    engine, hub, httpServer, programs, endpointSetup, serveTelemetry.serverStatus(), configReloader));
            serveHealth(serveConfig, serveTelemetry, httpServer);
            List<FairPool> pools = List.of(processes, programs.memory());
            serveTelemetry.onOpened(version(), engine, () -> poolUsages(pools, engine, httpServer), configReloader);
            return new GatewayServer(
                    engine,
                    serveTelemetry,
                    httpServer,
                    configReloader.startWatching(),
                    rolloutController,
                    listen.host(),
                    accessConfig.tls() != null,
                    serverManager);
        } catch (IOException | RuntimeException e) {
            engine.close();
            serveTelemetry.close();
            throw e;
        }
    }

    /**
     * Creates the hub. It knows all servers, because stored results of stopped servers can be read too, but
     * only uses the running ones.
     */
    private static Hub createHub(ServerManager serverManager, Log log) {
        Hub hub = new Hub(serverManager.servers(), version(), log);
        hub.setServers(serverManager.runningServers(), Set.of());
        return hub;
    }

    private static FairPool processPool(ServeConfig serveConfig) {
        return new FairPool(
                "maxProcesses",
                serveConfig.maxProcesses(),
                serveConfig.access().traffic().weights());
    }

    /**
     * Serves health on the additional address, if one is configured. Called after the gateway listens, because the
     * gateway is not ready before.
     */
    private static void serveHealth(ServeConfig serveConfig, ServeTelemetry serveTelemetry, HttpServer httpServer)
            throws IOException {
        if (serveConfig.healthListen() != null) {
            try {
                serveTelemetry.serveHealth(HostAndPort.parse(serveConfig.healthListen()));
            } catch (IOException e) {
                httpServer.close();
                throw e;
            }
        }
    }

    private static List<PoolUsage> poolUsages(List<FairPool> pools, GatewayEngine engine, HttpServer httpServer) {
        List<PoolUsage> usages = new ArrayList<>();
        pools.forEach(pool -> usages.add(pool.usage()));
        usages.addAll(engine.poolUsages());
        usages.addAll(httpServer.poolUsages());
        return usages;
    }

    private static ConfigReloader createReloader(
            LoadedConfiguration loadedConfiguration, ConfigSource configSource, ServeReload serveReload, Log log) {
        ReloadAudit reloadAudit =
                new ReloadAudit(loadedConfiguration.configuration().data(), log);
        return new ConfigReloader(
                loadedConfiguration,
                configSource,
                serveReload,
                reloadAudit,
                RestartChangeMode.REFUSE,
                InstantSource.system(),
                log);
    }

    /**
     * Reloads the configuration.
     *
     * @param trigger what causes the reload, for the log and the audit log
     */
    public void reload(String trigger) {
        configReloader.reload(trigger);
    }

    /**
     * Throws if the gateway would be reachable from other machines without authentication, and the user has
     * not allowed that.
     */
    private static void requireAuthentication(ServeConfig serveConfig, String host) throws ServeException {
        if (!serveConfig.access().requiresAuthentication()
                && !serveConfig.isInsecure()
                && !ListenAddress.isLoopback(host)) {
            throw new ServeException("listen: " + serveConfig.listen()
                    + " is reachable from other machines without authentication; set auth.tokens"
                    + " (plimsoll token new creates a token), listen on 127.0.0.1, or allow it with --insecure");
        }
    }

    /**
     * Returns the servers with a command or a URL. Logs a warning for each other server; throws if there are
     * no servers.
     */
    private static List<ServerConfig> findServable(Configuration configuration, Log log) throws ServeException {
        List<ServerConfig> servers = ServerManager.findServable(configuration);
        for (ServerConfig serverConfig : configuration.servers()) {
            if (!servers.contains(serverConfig)) {
                String why = "it has no command and no url";
                log.log(LogSeverity.WARN, "server skipped", "server", serverConfig.name(), "why", why);
            }
        }
        if (servers.isEmpty()) {
            throw new ServeException(
                    "servers: none has a command or a url; add one: servers: { files: { command: [npx, …] } }");
        }
        return servers;
    }

    private static String version() {
        return Objects.requireNonNullElse(GatewayServer.class.getPackage().getImplementationVersion(), "development");
    }

    private static HttpLimits httpLimits(Configuration configuration) {
        ServeConfig serveConfig = configuration.serving();
        return new HttpLimits(
                configuration.maxMessageBytes(),
                serveConfig.maxSessions(),
                serveConfig.sessionIdle(),
                serveConfig.access().traffic().maxInFlight(),
                KEEP_ALIVE_INTERVAL,
                serveConfig.access().traffic().weights());
    }

    public int port() {
        return httpServer.port();
    }

    /** Returns the URL of the dashboard. All other URLs begin with it. */
    public String dashboardUrl() {
        String hostInUrl = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        return (isEncrypted ? "https://" : "http://") + hostInUrl + ":" + port() + "/";
    }

    /** Returns the URL of the hub, and then the URL of each server. */
    public List<String> urls() {
        String hubUrl = dashboardUrl() + "mcp";
        return Stream.concat(Stream.of(hubUrl), serverNames.stream().map(name -> hubUrl + "/" + name))
                .toList();
    }

    @Override
    public void close() {
        restartRequests.close();
        rolloutController.close();
        configReloader.close();
        serveTelemetry.announceShutdown();
        httpServer.close();
        serverManager.awaitClosed();
        engine.close();
        serveTelemetry.close();
    }
}
