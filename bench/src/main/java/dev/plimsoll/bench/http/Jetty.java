package dev.plimsoll.bench.http;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Starts Jetty with the configuration of {@code serve}, for the blind proxy and for the canned server. */
final class Jetty {

    private Jetty() {}

    /** Listens on a free port, and prints it on standard output in a line that {@link ListeningProcess} reads. */
    static void startServer(Handler handler) throws Exception {
        QueuedThreadPool threads = new QueuedThreadPool(16, 2);
        threads.setVirtualThreadsExecutor(VirtualThreads.getNamedVirtualThreadsExecutor("bench-"));
        Server server = new Server(threads);
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        ServerConnector connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(http));
        connector.setHost("127.0.0.1");
        connector.setIdleTimeout(120_000);
        connector.setAcceptQueueSize(1024);
        server.addConnector(connector);
        server.setHandler(handler);
        server.start();
        System.out.println(connector.getLocalPort());
    }

    static void answer(Response response, int status, byte[] body, Callback callback) {
        response.setStatus(status);
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
        response.write(true, ByteBuffer.wrap(body), callback);
    }
}
