package dev.plimsoll.gateway.http;

import dev.plimsoll.gateway.auth.Identification;
import dev.plimsoll.gateway.endpoint.Endpoint;
import dev.plimsoll.gateway.endpoint.PoolUsage;
import dev.plimsoll.gateway.http.check.Authenticator;
import dev.plimsoll.gateway.http.check.OriginCheck;
import dev.plimsoll.gateway.http.check.PublicAddress;
import dev.plimsoll.gateway.http.check.RequestLimiter;
import dev.plimsoll.gateway.http.check.TrustedProxies;
import dev.plimsoll.gateway.http.exchange.HttpLimits;
import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.gateway.http.mcp.McpHandler;
import dev.plimsoll.gateway.http.mcp.ReplicaForwarder;
import dev.plimsoll.gateway.http.mcp.SessionRegistry;
import dev.plimsoll.gateway.http.rest.RestApi;
import dev.plimsoll.gateway.http.rest.ToolCallApi;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.replica.ReplicaPeers;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/** The HTTP server of the gateway. */
public final class JettyServer implements AutoCloseable {

    private static final int MAX_THREADS = 16;

    /** The accept queue, for clients that connect at the same moment: Java's default of 50 rejects some of them. */
    private static final int ACCEPT_QUEUE_SIZE = 1024;

    private static final int MAX_HEADER_BYTES = 16 << 10;

    /**
     * Idle timeout, longer than the timeouts of clients, which would otherwise send on a connection that is closing.
     */
    private static final Duration IDLE_TIMEOUT = Duration.ofMinutes(2);

    private static final Duration MAX_CLOSE_WAIT = Duration.ofSeconds(2);

    /** Time at shutdown for requests that are nearly answered, so that clients need not repeat them. */
    private static final Duration SHUTDOWN_GRACE = Duration.ofMillis(500);

    private final Server server;
    private final ServerConnector connector;
    private final JettyHandler jettyHandler;
    private final Endpoints endpoints;
    private final HttpPools pools;
    private final ReplicaPeers replicaPeers;
    /** Two threads, because the maintenance of sessions can wait for a server, and that of connections must not. */
    private final ScheduledExecutorService maintenance = Executors.newScheduledThreadPool(
            2, Thread.ofPlatform().daemon().name("plimsoll-maintenance-", 1).factory());

    private JettyServer(
            Server server,
            ServerConnector connector,
            JettyHandler jettyHandler,
            Endpoints endpoints,
            HttpPools pools,
            ReplicaPeers replicaPeers) {
        this.replicaPeers = replicaPeers;
        this.server = server;
        this.connector = connector;
        this.jettyHandler = jettyHandler;
        this.endpoints = endpoints;
        this.pools = pools;
    }

    /**
     * Starts the server.
     *
     * @throws IOException if the address cannot be used
     */
    public static JettyServer open(
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
    public static JettyServer open(
            ListenAddress address,
            Identification identification,
            List<? extends Endpoint> endpoints,
            List<? extends HttpService> services,
            ReplicaPeers replicaPeers,
            HttpLimits httpLimits,
            Log log)
            throws IOException {
        // otherwise SLF4J, which Jetty brings, warns that it has no provider
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        // otherwise Jetty starts JMX, which takes 100 ms, to find the size of a reference
        System.setProperty("org.eclipse.jetty.util.referencesPerCacheLine", "16");
        Connections connections = new Connections(
                address.readTimeout(), address.maxConnections(), new TrustedProxies(address.trustedProxies()));
        HttpPools pools = HttpPools.of(httpLimits, connections);
        RequestLimiter requestLimiter = new RequestLimiter(httpLimits.maxInFlight());
        // an answer may be as long as a message, plus its envelope
        ReplicaForwarder replicaForwarder =
                new ReplicaForwarder(replicaPeers, 2L * httpLimits.maxMessageBytes() + (1 << 20));
        Endpoints servedEndpoints = new Endpoints(endpoint -> new McpHandler(
                endpoint,
                httpLimits,
                new SessionRegistry(endpoint, httpLimits, pools.sessions(), log),
                requestLimiter,
                replicaForwarder,
                log));
        endpoints.forEach(servedEndpoints::add);
        RestApi restApi = new RestApi(
                new ToolCallApi(servedEndpoints.servers(), httpLimits, requestLimiter), List.copyOf(services));
        HttpRouter httpRouter = createRouter(address, identification, servedEndpoints.handlers(), restApi, log);
        Server server = new Server(createThreadPool());
        Encryption encryption = address.tls() == null ? null : Encryption.of(address.tls());
        ServerConnector connector = new NamedConnector(server, createConnectionFactories(encryption));
        connector.addBean(connections);
        connector.addBean(createConnectionLimit(address, connector));
        connector.setHost(address.host());
        connector.setPort(address.port());
        connector.setIdleTimeout(IDLE_TIMEOUT.toMillis());
        connector.setAcceptQueueSize(ACCEPT_QUEUE_SIZE);
        server.addConnector(connector);
        JettyHandler jettyHandler = new JettyHandler(httpRouter, connections, pools.bodies(), address.readTimeout());
        server.setHandler(jettyHandler);
        server.setStopTimeout(0);
        server.setErrorHandler(new JettyErrors());
        JettyServer jettyServer =
                new JettyServer(server, connector, jettyHandler, servedEndpoints, pools, replicaPeers);
        jettyServer.start(httpLimits, log, connections, () -> {
            if (encryption != null) {
                encryption.refreshIfDue(log);
            }
        });
        return jettyServer;
    }

    /** A connector with a short name, after which Jetty names threads. Creating the default name loads locale data. */
    private static final class NamedConnector extends ServerConnector {

        NamedConnector(Server server, ConnectionFactory... connectionFactories) {
            super(server, 1, 1, connectionFactories);
        }

        @Override
        public String toString() {
            return "plimsoll";
        }
    }

    private static ConnectionFactory[] createConnectionFactories(@Nullable Encryption encryption) {
        HttpConnectionFactory http = new HttpConnectionFactory(createConfiguration());
        return encryption == null
                ? new ConnectionFactory[] {http}
                : new ConnectionFactory[] {new SslConnectionFactory(encryption.context(), http.getProtocol()), http};
    }

    /** Limits the connections. At the limit, new connections wait, and idle ones time out sooner. */
    private static NetworkConnectionLimit createConnectionLimit(ListenAddress address, ServerConnector connector) {
        NetworkConnectionLimit limit = new NetworkConnectionLimit(address.maxConnections(), connector);
        limit.setEndPointIdleTimeout(address.readTimeout().toMillis());
        return limit;
    }

    private static HttpRouter createRouter(
            ListenAddress address,
            Identification identification,
            Map<String, McpHandler> handlersByName,
            RestApi restApi,
            Log log) {
        OriginCheck originCheck = new OriginCheck(isLoopback(address.host()), address.origins(), address.publicUrl());
        PublicAddress publicAddress = new PublicAddress(address.publicUrl());
        Authenticator authenticator = new Authenticator(
                identification,
                publicAddress,
                new TrustedProxies(address.trustedProxies()),
                path -> HttpRouter.isEndpoint(path, handlersByName));
        return new HttpRouter(
                originCheck, authenticator, List.of(authenticator), publicAddress, handlersByName, restApi, log);
    }

    /** Returns whether the host is reachable only from this machine. */
    public static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    private static QueuedThreadPool createThreadPool() {
        QueuedThreadPool threads = new QueuedThreadPool(MAX_THREADS, 2);
        threads.setName("plimsoll-http");
        threads.setDaemon(true);
        threads.setVirtualThreadsExecutor(VirtualThreads.getNamedVirtualThreadsExecutor("plimsoll-http-"));
        return threads;
    }

    private static HttpConfiguration createConfiguration() {
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setRequestHeaderSize(MAX_HEADER_BYTES);
        // the cache saves 1 µs per request but takes 100 KB per connection, even if it is idle
        http.setHeaderCacheSize(0);
        return http;
    }

    private void start(HttpLimits httpLimits, Log log, Connections connections, Runnable additionalMaintenance)
            throws IOException {
        try {
            server.start();
        } catch (Exception e) {
            throw new IOException(
                    "cannot listen on " + connector.getHost() + ":" + connector.getPort() + ": "
                            + failureReason(e, "--listen HOST:PORT"),
                    e);
        }
        long intervalMillis = Math.clamp(httpLimits.sessionIdle().toMillis() / 4, 10, 1_000);
        scheduleMaintenance(connections::runMaintenance, intervalMillis, log);
        scheduleMaintenance(
                () -> {
                    additionalMaintenance.run();
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

    static String failureReason(Throwable thrown, String setting) {
        for (Throwable e = thrown; e != null; e = e.getCause()) {
            String message = String.valueOf(e.getMessage());
            if (e instanceof BindException) {
                return message.contains("in use")
                        ? "the port is in use; stop the program that uses it, or choose another with " + setting
                        : message;
            }
        }
        return String.valueOf(thrown.getMessage());
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
        return connector.getLocalPort();
    }

    /** Returns the number of open sessions. */
    public int sessions() {
        return (int) pools.sessions().used();
    }

    /** Returns the usage of the pools that callers share. */
    public List<PoolUsage> poolUsages() {
        return pools.usages();
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
        // each connection closes after its current response
        var _ = connector.shutdown();
        try {
            jettyHandler.awaitPosts(grace);
            // the hub's sessions use the servers of the other endpoints
            runForEach(JettyServer::endAll);
            runForEach(mcpHandler -> mcpHandler.sessions().closeEndpoint());
            jettyHandler.awaitIdle(MAX_CLOSE_WAIT);
            server.stop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            // Jetty has stopped as far as it can
            connector.close();
        } finally {
            replicaPeers.close();
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
