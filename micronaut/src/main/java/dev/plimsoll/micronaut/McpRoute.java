package dev.plimsoll.micronaut;

import io.micronaut.context.BeanProvider;
import io.micronaut.context.annotation.Requires;
import io.micronaut.context.env.Environment;
import io.micronaut.context.event.ApplicationEventListener;
import io.micronaut.context.event.StartupEvent;
import io.micronaut.http.HttpRequest;
import io.micronaut.mcp.conf.server.McpServerConfiguration;
import io.micronaut.web.router.RouteAttributes;
import io.micronaut.web.router.RouteInfo;
import io.micronaut.web.router.Router;
import jakarta.inject.Singleton;

/**
 * Identifies the route of the MCP server. It compares the controller, not the path, so that no spelling of the path bypasses the guard. Startup fails if the application has an MCP server without this route.
 */
@Singleton
@Requires(property = RouteSettings.ENABLED, notEquals = "false", defaultValue = "true")
final class McpRoute implements ApplicationEventListener<StartupEvent> {

    /** Name of the controller class, which is not public. */
    private static final String CONTROLLER = "io.micronaut.mcp.server.stateless.McpController";

    private final Environment environment;
    private final BeanProvider<Router> router;

    McpRoute(Environment environment, BeanProvider<Router> router) {
        this.environment = environment;
        this.router = router;
    }

    /** Returns whether the request goes to the MCP server. */
    static boolean isRouteOf(HttpRequest<?> request) {
        return RouteAttributes.getRouteInfo(request).filter(McpRoute::isRoute).isPresent();
    }

    private static boolean isRoute(RouteInfo<?> route) {
        return route.getDeclaringType().getName().equals(CONTROLLER);
    }

    @Override
    public void onApplicationEvent(StartupEvent event) {
        String transport = environment
                .getProperty(McpServerConfiguration.PROPERTY_TRANSPORT, String.class)
                .orElse("");
        boolean hasServer = !transport.isEmpty()
                && environment
                        .getProperty(McpServerConfiguration.PROPERTY_ENABLED, Boolean.class)
                        .orElse(true);
        if (!hasServer) {
            return;
        }
        if (!transport.equals(McpServerConfiguration.TRANSPORT_HTTP)) {
            throw new IllegalStateException(McpServerConfiguration.PROPERTY_TRANSPORT
                    + ": Plimsoll guards only the transport HTTP, got " + transport + ". Fix: set "
                    + RouteSettings.ENABLED
                    + "=false, and start the server with the gateway: plimsoll run -- COMMAND");
        }
        if (!router.isPresent() || router.get().uriRoutes().noneMatch(McpRoute::isRoute)) {
            throw new IllegalStateException(
                    "Plimsoll does not guard this version of micronaut-mcp-server-java-sdk: it has no route of "
                            + CONTROLLER + ". Fix: use a version that plimsoll-micronaut was tested with");
        }
    }
}
