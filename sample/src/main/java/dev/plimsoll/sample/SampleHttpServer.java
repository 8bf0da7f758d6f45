package dev.plimsoll.sample;

import jakarta.servlet.http.HttpServlet;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** The HTTP server of the sample. It listens only on 127.0.0.1. */
final class SampleHttpServer implements AutoCloseable {

    private final Server jetty;
    private final ServerConnector connector;

    private SampleHttpServer(Server jetty, ServerConnector connector) {
        this.jetty = jetty;
        this.connector = connector;
    }

    static SampleHttpServer open(HttpServlet servlet, int port) throws Exception {
        Server jetty = new Server();
        ServerConnector connector = new ServerConnector(jetty);
        connector.setHost("127.0.0.1");
        connector.setPort(port);
        jetty.addConnector(connector);
        ServletContextHandler handler = new ServletContextHandler("/");
        ServletHolder holder = new ServletHolder(servlet);
        holder.setAsyncSupported(true);
        handler.addServlet(holder, "/*");
        jetty.setHandler(handler);
        jetty.start();
        return new SampleHttpServer(jetty, connector);
    }

    int port() {
        return connector.getLocalPort();
    }

    @Override
    public void close() {
        try {
            jetty.stop();
        } catch (Exception e) {
            // the process ends anyway
            System.err.println("sample: " + e.getMessage());
        }
    }
}
