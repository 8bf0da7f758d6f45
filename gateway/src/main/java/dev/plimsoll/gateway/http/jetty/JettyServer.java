package dev.plimsoll.gateway.http.jetty;

import dev.plimsoll.gateway.endpoint.PoolUsage;
import dev.plimsoll.gateway.http.check.TrustedProxies;
import dev.plimsoll.gateway.http.exchange.BodyMemory;
import dev.plimsoll.gateway.http.exchange.HttpCallHandler;
import dev.plimsoll.gateway.log.Log;
import java.io.IOException;
import java.net.BindException;
import java.time.Duration;
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

/** Jetty: listens on an address, and passes each request to a handler. */
public final class JettyServer implements AutoCloseable {

    private static final int MAX_THREADS = 16;

    /** The accept queue, for clients that connect at the same moment: Java's default of 50 rejects some of them. */
    private static final int ACCEPT_QUEUE_SIZE = 1024;

    private static final int MAX_HEADER_BYTES = 16 << 10;

    /**
     * Idle timeout, longer than the timeouts of clients, which would otherwise send on a connection that is closing.
     */
    private static final Duration IDLE_TIMEOUT = Duration.ofMinutes(2);

    private final Server server;
    private final ServerConnector connector;
    private final Connections connections;
    private final JettyHandler jettyHandler;
    private final @Nullable Encryption encryption;

    private JettyServer(
            Server server,
            ServerConnector connector,
            Connections connections,
            JettyHandler jettyHandler,
            @Nullable Encryption encryption) {
        this.server = server;
        this.connector = connector;
        this.connections = connections;
        this.jettyHandler = jettyHandler;
        this.encryption = encryption;
    }

    /**
     * Starts the server.
     *
     * @throws IOException if the address cannot be used
     */
    public static JettyServer open(ListenAddress address, HttpCallHandler handler, BodyMemory bodyMemory)
            throws IOException {
        // otherwise SLF4J, which Jetty brings, warns that it has no provider
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        // otherwise Jetty starts JMX, which takes 100 ms, to find the size of a reference
        System.setProperty("org.eclipse.jetty.util.referencesPerCacheLine", "16");
        Connections connections = new Connections(
                address.readTimeout(), address.maxConnections(), new TrustedProxies(address.trustedProxies()));
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
        JettyHandler jettyHandler = new JettyHandler(handler, connections, bodyMemory, address.readTimeout());
        server.setHandler(jettyHandler);
        server.setStopTimeout(0);
        server.setErrorHandler(new JettyErrors());
        JettyServer jettyServer = new JettyServer(server, connector, connections, jettyHandler, encryption);
        jettyServer.start();
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

    private void start() throws IOException {
        try {
            server.start();
        } catch (Exception e) {
            throw new IOException(
                    "cannot listen on " + connector.getHost() + ":" + connector.getPort() + ": "
                            + failureReason(e, "--listen HOST:PORT"),
                    e);
        }
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

    public int port() {
        return connector.getLocalPort();
    }

    /** Returns how many connections are open. */
    public PoolUsage connectionUsage() {
        return connections.usage();
    }

    /** Closes connections that are too slow, or too many. */
    public void runConnectionMaintenance() {
        connections.runMaintenance();
    }

    /** Reads the files of the certificate again if they have changed. */
    public void refreshCertificate(Log log) {
        if (encryption != null) {
            encryption.refreshIfDue(log);
        }
    }

    /** Accepts no more connections. Each open connection closes after its current response. */
    public void stopAccepting() {
        var _ = connector.shutdown();
    }

    /** Waits until all {@code POST} requests are answered, at most the given time. */
    public void awaitPosts(Duration maxWait) throws InterruptedException {
        jettyHandler.awaitPosts(maxWait);
    }

    /** Waits until all requests are answered, at most the given time. */
    public void awaitIdle(Duration maxWait) throws InterruptedException {
        jettyHandler.awaitIdle(maxWait);
    }

    @Override
    public void close() {
        try {
            server.stop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            // Jetty has stopped as far as it can
            connector.close();
        }
    }
}
