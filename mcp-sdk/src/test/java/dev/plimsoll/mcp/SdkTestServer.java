package dev.plimsoll.mcp;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema.ClientCapabilities;
import jakarta.servlet.http.HttpServlet;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** HTTP server on a free port, and its clients. */
final class SdkTestServer implements AutoCloseable {

    private final Server jetty = new Server();
    private final List<McpSyncClient> clients = new ArrayList<>();
    private final String address;

    SdkTestServer(HttpServlet servlet) throws Exception {
        ServerConnector connector = new ServerConnector(jetty);
        connector.setHost("127.0.0.1");
        jetty.addConnector(connector);
        ServletContextHandler handler = new ServletContextHandler("/");
        ServletHolder holder = new ServletHolder(servlet);
        holder.setAsyncSupported(true);
        handler.addServlet(holder, "/*");
        jetty.setHandler(handler);
        jetty.start();
        address = "http://127.0.0.1:" + connector.getLocalPort();
    }

    McpSyncClient client() {
        return client("");
    }

    /** Creates a client that validates results against the listed output schemas, as strict clients do. */
    McpSyncClient client(String user) {
        McpSyncClient client = connect(user);
        client.listTools();
        return client;
    }

    /** Creates a client that does not validate results. */
    McpSyncClient connect(String user) {
        return connect(user, ClientCapabilities.builder().build());
    }

    McpSyncClient connect(String user, ClientCapabilities capabilities) {
        HttpRequest.Builder headers = HttpRequest.newBuilder();
        if (!user.isEmpty()) {
            headers.header("X-User", user);
        }
        McpSyncClient client = McpClient.sync(HttpClientStreamableHttpTransport.builder(address)
                        .requestBuilder(headers)
                        .build())
                .enableCallToolSchemaCaching(true)
                .capabilities(capabilities)
                .build();
        clients.add(client);
        client.initialize();
        return client;
    }

    @Override
    public void close() {
        clients.forEach(McpSyncClient::close);
        try {
            jetty.stop();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
