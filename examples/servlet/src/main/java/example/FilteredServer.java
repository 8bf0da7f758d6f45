package example;

import dev.plimsoll.servlet.PlimsollFilter;
import jakarta.servlet.DispatcherType;
import java.util.EnumSet;
import org.eclipse.jetty.ee11.servlet.FilterHolder;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** Server with a filter before it. The server itself ({@link InventoryServlet}) does not use Plimsoll. */
public final class FilteredServer {

    public static void main(String... args) throws Exception {
        Server jetty = new Server();
        ServerConnector connector = new ServerConnector(jetty);
        connector.setHost("127.0.0.1");
        connector.setPort(args.length == 0 ? 8080 : Integer.parseInt(args[0]));
        jetty.addConnector(connector);

        ServletContextHandler handler = new ServletContextHandler("/");
        ServletHolder server = new ServletHolder(InventoryServlet.create());
        server.setAsyncSupported(true);
        handler.addServlet(server, "/mcp");
        FilterHolder filter = new FilterHolder(PlimsollFilter.withDefaults());
        filter.setAsyncSupported(true);
        handler.addFilter(filter, "/mcp", EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC));

        jetty.setHandler(handler);
        jetty.start();
        System.out.println("listening on http://127.0.0.1:" + connector.getLocalPort() + "/mcp");
        jetty.join();
    }
}
