package dev.plimsoll.gateway.http.jetty;

import dev.plimsoll.gateway.config.model.HostAndPort;
import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.gateway.http.exchange.HttpService.ServiceRequest;
import dev.plimsoll.gateway.http.exchange.HttpService.ServiceResponse;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * The additional HTTP server for health checks. It has platform threads and connections of its own, so that load of
 * callers neither delays nor blocks the checks. It needs no credentials and reports no details.
 */
public final class HealthServer implements AutoCloseable {

    private static final int MAX_THREADS = 4;
    private static final int MAX_CONNECTIONS = 64;
    private static final int MAX_HEADER_BYTES = 8 << 10;

    /** The time until a connection is closed in any case, so that slow senders do not keep checks waiting. */
    private static final Duration MAX_DURATION = Duration.ofSeconds(10);

    /**
     * The first response after this time closes its connection. It is shorter than {@code MAX_DURATION}, so that a
     * connection is rarely closed while a request is being sent.
     */
    private static final Duration MAX_REUSE = Duration.ofSeconds(5);

    /**
     * Short, so that silent connections do not keep checks waiting. A check that comes later opens a new connection.
     */
    private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(2);

    private final Server server;
    private final ServerConnector connector;

    private HealthServer(Server server, ServerConnector connector) {
        this.server = server;
        this.connector = connector;
    }

    /**
     * Starts the server.
     *
     * @throws IOException if the address cannot be used
     */
    public static HealthServer open(HostAndPort address, HttpService health) throws IOException {
        QueuedThreadPool threads = new QueuedThreadPool(MAX_THREADS, 1);
        threads.setName("plimsoll-health");
        threads.setDaemon(true);
        Server server = new Server(threads);
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setRequestHeaderSize(MAX_HEADER_BYTES);
        ServerConnector connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(http)) {
            @Override
            public String toString() {
                return "plimsoll-health";
            }
        };
        connector.setHost(address.host());
        connector.setPort(address.port());
        connector.setIdleTimeout(IDLE_TIMEOUT.toMillis());
        connector.addBean(new NetworkConnectionLimit(MAX_CONNECTIONS, connector));
        connector.addBean(new ConnectionTimer(connector.getScheduler()));
        server.addConnector(connector);
        server.setHandler(new HealthHandler(health));
        server.setErrorHandler(new JettyErrors());
        server.setStopTimeout(0);
        try {
            server.start();
        } catch (Exception e) {
            throw new IOException(
                    "healthListen: cannot listen on " + address.host() + ":" + address.port() + ": "
                            + JettyServer.failureReason(e, "healthListen"),
                    e);
        }
        return new HealthServer(server, connector);
    }

    public int port() {
        return connector.getLocalPort();
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

    /** Closes each connection some time after it was opened. */
    private record ConnectionTimer(Scheduler scheduler) implements Connection.Listener {

        @Override
        public void onOpened(Connection connection) {
            scheduler.schedule(connection.getEndPoint()::close, MAX_DURATION.toSeconds(), TimeUnit.SECONDS);
        }

        @Override
        public void onClosed(Connection connection) {}
    }

    /** Answers health checks and refuses all other requests. */
    private static final class HealthHandler extends Handler.Abstract {

        private final HttpService health;

        HealthHandler(HttpService health) {
            this.health = health;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) throws InterruptedException {
            boolean isHead = request.getMethod().equals("HEAD");
            String path = request.getHttpURI().getCanonicalPath();
            Connection connection = request.getConnectionMetaData().getConnection();
            if (System.currentTimeMillis() - connection.getCreatedTimeStamp() > MAX_REUSE.toMillis()) {
                response.getHeaders().put(HttpHeader.CONNECTION, "close");
            }
            if (path == null || !health.accepts(path)) {
                sendRefusal(
                        response, 404, "this address serves only /health, /health/live, and /health/ready", callback);
            } else if (!isHead && !request.getMethod().equals("GET")) {
                response.getHeaders().put(HttpHeader.ALLOW, "GET, HEAD");
                sendRefusal(response, 405, "health checks are read with GET or HEAD", callback);
            } else {
                ServiceResponse answer = health.answer(new ServiceRequest(path, null, null, null));
                send(response, answer.status(), isHead ? Slice.of(new byte[0]) : answer.body(), callback);
            }
            return true;
        }

        private static void sendRefusal(Response response, int status, String problem, Callback callback) {
            RefusedException reason = new RefusedException(
                    ErrorCode.INVALID_REQUEST, problem, "GET /health, /health/live, or /health/ready");
            send(
                    response,
                    status,
                    Message.error(null, new ErrorObject(ErrorObject.INVALID_REQUEST, reason))
                            .bytes(),
                    callback);
        }

        private static void send(Response response, int status, Slice body, Callback callback) {
            response.setStatus(status);
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
            response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
            response.getHeaders().put("X-Content-Type-Options", "nosniff");
            response.write(true, ByteBuffer.wrap(body.toByteArray()), callback);
        }
    }
}
