package dev.plimsoll.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServlet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Wrapper;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.eclipse.jetty.ee11.servlet.FilterHolder;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** Servlet containers of the tests. */
enum Container {
    JETTY {
        @Override
        StartedContainer start(Filter filter, HttpServlet servlet) throws Exception {
            Server jetty = new Server();
            ServerConnector connector = new ServerConnector(jetty);
            connector.setHost("127.0.0.1");
            jetty.addConnector(connector);
            ServletContextHandler handler = new ServletContextHandler("/");
            ServletHolder holder = new ServletHolder(servlet);
            holder.setAsyncSupported(true);
            handler.addServlet(holder, "/*");
            FilterHolder filterHolder = new FilterHolder(filter);
            filterHolder.setAsyncSupported(true);
            handler.addFilter(filterHolder, "/*", EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC));
            jetty.setHandler(handler);
            jetty.start();
            return new StartedContainer("http://127.0.0.1:" + connector.getLocalPort(), jetty::stop);
        }
    },
    TOMCAT {
        @Override
        StartedContainer start(Filter filter, HttpServlet servlet) throws Exception {
            Path folder = Files.createTempDirectory("tomcat");
            Tomcat tomcat = new Tomcat();
            tomcat.setBaseDir(folder.toString());
            tomcat.setPort(0);
            tomcat.getConnector().setProperty("address", "127.0.0.1");
            Context context = tomcat.addContext("", folder.toString());
            Wrapper wrapper = Tomcat.addServlet(context, "server", servlet);
            wrapper.setAsyncSupported(true);
            context.addServletMappingDecoded("/*", "server");
            FilterDef definition = new FilterDef();
            definition.setFilterName("plimsoll");
            definition.setFilter(filter);
            definition.setAsyncSupported("true");
            context.addFilterDef(definition);
            FilterMap map = new FilterMap();
            map.setFilterName("plimsoll");
            map.addURLPattern("/*");
            map.setDispatcher(DispatcherType.REQUEST.name());
            map.setDispatcher(DispatcherType.ASYNC.name());
            context.addFilterMap(map);
            tomcat.start();
            return new StartedContainer(
                    "http://127.0.0.1:" + tomcat.getConnector().getLocalPort(), () -> stop(tomcat));
        }
    };

    /** Starts a server on a free port, with the filter before the servlet. */
    abstract StartedContainer start(Filter filter, HttpServlet servlet) throws Exception;

    private static void stop(Tomcat tomcat) throws LifecycleException {
        tomcat.stop();
        tomcat.destroy();
    }

    /** Closes a server. */
    @FunctionalInterface
    interface Closer {
        void close() throws Exception;
    }

    record StartedContainer(String address, Closer closer) implements AutoCloseable {

        @Override
        public void close() throws IOException {
            try {
                closer.close();
            } catch (Exception e) {
                throw new IOException(e);
            }
        }
    }
}
