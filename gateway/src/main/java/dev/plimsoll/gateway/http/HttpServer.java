package dev.plimsoll.gateway.http;

import dev.plimsoll.gateway.auth.Identification;
import dev.plimsoll.gateway.endpoint.Endpoint;
import dev.plimsoll.gateway.endpoint.FairPool;
import dev.plimsoll.gateway.endpoint.PoolUsage;
import dev.plimsoll.gateway.http.check.Authenticator;
import dev.plimsoll.gateway.http.check.OriginCheck;
import dev.plimsoll.gateway.http.check.PublicAddress;
import dev.plimsoll.gateway.http.check.RequestLimiter;
import dev.plimsoll.gateway.http.check.TrustedProxies;
import dev.plimsoll.gateway.http.exchange.BodyMemory;
import dev.plimsoll.gateway.http.exchange.HttpLimits;
import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.gateway.http.jetty.JettyServer;
import dev.plimsoll.gateway.http.jetty.ListenAddress;
import dev.plimsoll.gateway.http.mcp.McpHandler;
import dev.plimsoll.gateway.http.mcp.ReplicaForwarder;
import dev.plimsoll.gateway.http.mcp.SessionRegistry;
import dev.plimsoll.gateway.http.rest.RestApi;
import dev.plimsoll.gateway.http.rest.ToolCallApi;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.replica.ReplicaPeers;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The HTTP server of the gateway. */
public final class HttpServer implements AutoCloseable {

    private static final Duration MAX_CLOSE_WAIT = Duration.ofSeconds(2);

    /** Time at shutdown for requests that are nearly answered, so that clients need not repeat them. */
    private static final Duration SHUTDOWN_GRACE = Duration.ofMillis(500);

    private static final Duration WAIT_STEP = Duration.ofMillis(10);

    private final JettyServer jettyServer;
    private final Endpoints endpoints;
    private final FairPool sessionPool;
    private final BodyMemory bodyMemory;
    private final ReplicaPeers replicaPeers;
    /** Two threads, because the maintenance of sessions can wait for a server, and that of connections must not. */
    private final ScheduledExecutorService maintenance = Executors.newScheduledThreadPool(
            2, Thread.ofPlatform().daemon().name("plimsoll-maintenance-", 1).factory());

    private HttpServer(
            JettyServer jettyServer,
            Endpoints endpoints,
            FairPool sessionPool,
            BodyMemory bodyMemory,
            ReplicaPeers replicaPeers) {
        this.jettyServer = jettyServer;
        this.endpoints = endpoints;
        this.sessionPool = sessionPool;
        this.bodyMemory = bodyMemory;
        this.replicaPeers = replicaPeers;
    }

    /**
     * Starts the server.
     *
     * @throws IOException if the address cannot be used
     */
    public static HttpServer open(
            ListenAddress address,
            Identification identification,
            List<? extends Endpoint> endpoints,
            HttpLimits httpLimits,
            Log log)
            throws IOException {
        return open(address, identification, endpoints, List.of(), ReplicaPeers.none(), httpLimits, log);
    }

    /**
     * Starts the server with additional services and replicas.
     *
     * @param services the services besides the MCP endpoints
     * @param replicaPeers the other replicas
     */
    public static HttpServer open(
            ListenAddress address,
            Identification identification,
            List<? extends Endpoint> endpoints,
            List<? extends HttpService> services,
            ReplicaPeers replicaPeers,
            HttpLimits httpLimits,
            Log log)
            throws IOException {
        FairPool sessionPool = new FairPool("sessions.max", httpLimits.maxSessions(), httpLimits.weights());
        BodyMemory bodyMemory = BodyMemory.of(httpLimits.maxMessageBytes(), httpLimits.weights());
        RequestLimiter requestLimiter = new RequestLimiter(httpLimits.maxInFlight());
        // an answer may be as long as a message, plus its envelope
        ReplicaForwarder replicaForwarder =
                new ReplicaForwarder(replicaPeers, 2L * httpLimits.maxMessageBytes() + (1 << 20));
        Endpoints servedEndpoints = new Endpoints(endpoint -> new McpHandler(
                endpoint,
                httpLimits,
                new SessionRegistry(endpoint, httpLimits, sessionPool, log),
                requestLimiter,
                replicaForwarder,
                log));
        endpoints.forEach(servedEndpoints::add);
        RestApi restApi = new RestApi(
                new ToolCallApi(servedEndpoints.servers(), httpLimits, requestLimiter), List.copyOf(services));
        HttpRouter httpRouter = createRouter(address, identification, servedEndpoints.handlers(), restApi, log);
        HttpServer httpServer = new HttpServer(
                JettyServer.open(address, httpRouter, bodyMemory),
                servedEndpoints,
                sessionPool,
                bodyMemory,
                replicaPeers);
        httpServer.startMaintenance(httpLimits, log);
        return httpServer;
    }

    private static HttpRouter createRouter(
            ListenAddress address,
            Identification identification,
            Map<String, McpHandler> handlersByName,
            RestApi restApi,
            Log log) {
        OriginCheck originCheck =
                new OriginCheck(ListenAddress.isLoopback(address.host()), address.origins(), address.publicUrl());
        Authenticator authenticator = new Authenticator(
                identification,
                new PublicAddress(address.publicUrl()),
                new TrustedProxies(address.trustedProxies()),
                path -> HttpRouter.isEndpoint(path, handlersByName));
        return new HttpRouter(originCheck, authenticator, List.of(authenticator), handlersByName, restApi, log);
    }

    private void startMaintenance(HttpLimits httpLimits, Log log) {
        long intervalMillis = Math.clamp(httpLimits.sessionIdle().toMillis() / 4, 10, 1_000);
        scheduleMaintenance(jettyServer::runConnectionMaintenance, intervalMillis, log);
        scheduleMaintenance(
                () -> {
                    jettyServer.refreshCertificate(log);
                    endpoints
                            .handlers()
                            .values()
                            .forEach(mcpHandler -> mcpHandler.sessions().runMaintenance());
                },
                intervalMillis,
                log);
    }

    private void scheduleMaintenance(Runnable task, long intervalMillis, Log log) {
        Runnable loggingTask = () -> {
            try {
                task.run();
            } catch (RuntimeException e) {
                log.log(
                        LogSeverity.ERROR,
                        "internal error",
                        "error",
                        e.getClass().getName());
            }
        };
        var _ = maintenance.scheduleWithFixedDelay(loggingTask, intervalMillis, intervalMillis, TimeUnit.MILLISECONDS);
    }

    /** Serves one more endpoint. */
    public void add(Endpoint endpoint) {
        endpoints.add(endpoint);
    }

    /** Ends the sessions of an endpoint and no longer serves it. The endpoint itself stays open. */
    public void remove(String name) {
        endpoints.remove(name);
    }

    public int port() {
        return jettyServer.port();
    }

    /** Returns the number of open sessions. */
    public int sessions() {
        return (int) sessionPool.used();
    }

    /** Returns the usage of the pools that callers share. */
    public List<PoolUsage> poolUsages() {
        return List.of(sessionPool.usage(), bodyMemory.pool().usage(), jettyServer.connectionUsage());
    }

    /** Rejects new requests, waits for pending ones, ends all sessions and their servers, and stops listening. */
    @Override
    public void close() {
        close(SHUTDOWN_GRACE);
    }

    /** @param grace the time for pending requests */
    void close(Duration grace) {
        maintenance.shutdownNow();
        endpoints
                .handlers()
                .values()
                .forEach(mcpHandler -> mcpHandler.sessions().rejectNew());
        jettyServer.stopAccepting();
        try {
            awaitRequests(grace);
            // the hub's sessions use the servers of the other endpoints
            runForEach(HttpServer::endAll);
            runForEach(mcpHandler -> mcpHandler.sessions().closeEndpoint());
            jettyServer.awaitIdle(MAX_CLOSE_WAIT);
            jettyServer.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            replicaPeers.close();
        }
    }

    /** Waits until all requests have their responses, at most the given time. */
    private void awaitRequests(Duration grace) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + grace.toNanos();
        jettyServer.awaitPosts(grace);
        while (System.nanoTime() - deadlineNanos < 0
                && endpoints.handlers().values().stream()
                        .anyMatch(mcpHandler -> mcpHandler.legacySse().hasOpenRequests())) {
            Thread.sleep(WAIT_STEP);
        }
    }

    /** Runs an action for all handlers in parallel, and waits for the end. */
    private void runForEach(Consumer<McpHandler> action) throws InterruptedException {
        List<Thread> threads = endpoints.handlers().values().stream()
                .map(mcpHandler -> Thread.ofPlatform().start(() -> action.accept(mcpHandler)))
                .toList();
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void endAll(McpHandler mcpHandler) {
        try {
            mcpHandler.sessions().endAll();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
