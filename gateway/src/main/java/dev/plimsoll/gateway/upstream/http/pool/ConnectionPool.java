package dev.plimsoll.gateway.upstream.http.pool;

import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.ChainElement;
import org.apache.hc.client5.http.impl.DefaultConnectionKeepAliveStrategy;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.impl.routing.SystemDefaultRoutePlanner;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.EndpointDetails;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/**
 * The TCP connections to one server. A request is only sent a second time if the first
 * attempt certainly did not reach the server.
 */
public final class ConnectionPool implements AutoCloseable {

    private static final int MAX_CONNECTIONS = 100_000;
    private static final int MAX_HEADER_LENGTH = 1 << 16;
    private static final int MAX_HEADERS = 200;

    /**
     * Size of a buffer. It is small, because each connection has three buffers, and each session holds a
     * connection. Longer data bypasses the buffers.
     */
    private static final int BUFFER_BYTES = 1 << 12;

    public static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(15);

    /**
     * Idle time after which a connection is checked before it is used, because the server may have closed it.
     * A check takes a millisecond.
     */
    private static final TimeValue MAX_UNCHECKED_IDLE_TIME = TimeValue.ofSeconds(1);

    /** Keep-alive time if the server states none. */
    private static final TimeValue DEFAULT_KEEP_ALIVE = TimeValue.ofSeconds(60);

    private static final TimeValue KEEP_ALIVE_MARGIN = TimeValue.ofSeconds(1);

    /**
     * If a request on a reused connection fails within this time, the server had already closed the connection and has
     * not received the request. After a longer time, the server may have received it.
     */
    private static final long STALE_DETECTION_NANOS = 50_000_000;

    private static final int TCP_KEEP_IDLE_SECONDS = 60;

    private final PoolingHttpClientConnectionManager connectionManager;
    private final CloseableHttpClient client;
    private volatile boolean isClosed;

    public ConnectionPool() {
        // must be set before the first class of the library is loaded; otherwise, SLF4J prints that it has no
        // provider
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        connectionManager = createConnectionManager();
        HttpClientBuilder builder = HttpClientBuilder.create()
                .setConnectionManager(connectionManager)
                .setDefaultRequestConfig(config(Duration.ZERO))
                .setKeepAliveStrategy(ConnectionPool::keepAliveTime)
                .setUserAgent("plimsoll")
                .disableAutomaticRetries()
                .disableRedirectHandling()
                .disableContentCompression()
                .disableCookieManagement()
                .disableAuthCaching()
                .disableConnectionState();
        if (System.getProperty("https.proxyHost") != null || System.getProperty("http.proxyHost") != null) {
            builder.setRoutePlanner(new SystemDefaultRoutePlanner(null));
        } else {
            builder.replaceExecInterceptor(ChainElement.PROTOCOL.name(), new DirectExecHandler());
        }
        client = builder.build();
    }

    /**
     * Holder of the TLS settings with the trusted authorities of the JDK, which are loaded once. It is a
     * nested class, so that it is loaded only after the constructor has set the property above.
     */
    private static final class Tls {
        static final TlsSocketStrategy STRATEGY = DefaultClientTlsStrategy.createDefault();
    }

    private static PoolingHttpClientConnectionManager createConnectionManager() {
        SocketConfig socket = SocketConfig.custom()
                .setTcpNoDelay(true)
                .setSoTimeout(Timeout.DISABLED)
                .setSoKeepAlive(true)
                .setTcpKeepIdle(TCP_KEEP_IDLE_SECONDS)
                .build();
        ConnectionConfig connection = ConnectionConfig.custom()
                .setConnectTimeout(Timeout.of(CONNECT_TIMEOUT))
                .setSocketTimeout(Timeout.DISABLED)
                .setValidateAfterInactivity(MAX_UNCHECKED_IDLE_TIME)
                .build();
        Http1Config http = Http1Config.custom()
                .setMaxLineLength(MAX_HEADER_LENGTH)
                .setMaxHeaderCount(MAX_HEADERS)
                .setBufferSize(BUFFER_BYTES)
                .build();
        return PoolingHttpClientConnectionManagerBuilder.create()
                .setPoolConcurrencyPolicy(PoolConcurrencyPolicy.LAX)
                .setMaxConnPerRoute(MAX_CONNECTIONS)
                .setMaxConnTotal(MAX_CONNECTIONS)
                .setTlsSocketStrategy(Tls.STRATEGY)
                .setDefaultSocketConfig(socket)
                .setDefaultConnectionConfig(connection)
                .setConnectionFactory(CheckedConnection.factory(http))
                .build();
    }

    private static RequestConfig config(Duration timeout) {
        return RequestConfig.custom()
                .setResponseTimeout(Timeout.of(timeout))
                .setProtocolUpgradeEnabled(false)
                .setAuthenticationEnabled(false)
                .build();
    }

    /**
     * Returns a keep-alive time that is slightly shorter than the server's, so that no request is sent on a
     * connection that the server is about to close.
     */
    private static TimeValue keepAliveTime(HttpResponse response, HttpContext context) {
        TimeValue serverTime = DefaultConnectionKeepAliveStrategy.INSTANCE.getKeepAliveDuration(response, context);
        boolean isStated =
                response.containsHeader("Keep-Alive") && serverTime != null && serverTime.toMilliseconds() > 0;
        if (!isStated || serverTime == null) {
            return DEFAULT_KEEP_ALIVE;
        }
        long millis = serverTime.toMilliseconds() - KEEP_ALIVE_MARGIN.toMilliseconds();
        return TimeValue.ofMilliseconds(Math.max(1, millis));
    }

    /**
     * Sends a request, and waits for the head of the response.
     *
     * @throws IOException if no response arrives
     */
    public UpstreamResponse send(OutgoingRequest request, CancelScope cancelScope) throws IOException {
        HttpClientContext context = HttpClientContext.create();
        long startNanos = System.nanoTime();
        try {
            return sendOnce(request, cancelScope, context);
        } catch (NoHttpResponseException | SocketException e) {
            EndpointDetails details = context.getEndpointDetails();
            boolean wasReused = details != null && details.getResponseCount() > 0;
            if (!wasReused || System.nanoTime() - startNanos > STALE_DETECTION_NANOS || cancelScope.isCancelled()) {
                throw e;
            }
            // the server had closed the connection before the request was sent, so no part of the request has arrived
            return sendOnce(request, cancelScope, HttpClientContext.create());
        }
    }

    private UpstreamResponse sendOnce(OutgoingRequest request, CancelScope cancelScope, HttpClientContext context)
            throws IOException {
        HttpUriRequestBase http = new HttpUriRequestBase(request.method(), request.url());
        for (OutgoingRequest.Header header : request.headers()) {
            http.addHeader(header.name(), header.value());
        }
        Slice body = request.body();
        if (body != null) {
            http.setEntity(new ByteArrayEntity(body.bytes(), body.from(), body.length(), ContentType.APPLICATION_JSON));
        }
        if (!request.timeout().isZero()) {
            http.setConfig(config(request.timeout()));
        }
        cancelScope.register(http);
        HttpHost host = HttpHost.create(request.url());
        try {
            ClassicHttpResponse response = client.executeOpen(host, http, context);
            return new UpstreamResponse(response, http);
        } catch (IllegalStateException e) {
            if (isClosed) {
                throw new IOException("the connections are closed", e);
            }
            throw e;
        }
    }

    /** Closes unused connections whose keep-alive time is over. */
    public void closeExpired() {
        connectionManager.closeExpired();
    }

    /** Closes the connections that have not been in use for a time. */
    public void closeIdle(Duration idleTime) {
        connectionManager.closeIdle(TimeValue.of(idleTime));
    }

    /** Returns the number of connections that are open, but not in use. */
    public int idleCount() {
        return connectionManager.getTotalStats().getAvailable();
    }

    @Override
    public void close() {
        isClosed = true;
        client.close(CloseMode.IMMEDIATE);
    }

    /** Returns whether an error means that a server did not accept a connection in time. */
    public static boolean isConnectTimeout(IOException e) {
        return e instanceof ConnectTimeoutException;
    }
}
