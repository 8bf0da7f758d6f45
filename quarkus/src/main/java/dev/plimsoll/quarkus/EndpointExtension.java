package dev.plimsoll.quarkus;

import io.quarkiverse.mcp.server.http.runtime.StreamableHttpMcpMessageHandler;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.inject.build.compatible.spi.BuildCompatibleExtension;
import jakarta.enterprise.inject.build.compatible.spi.Enhancement;
import jakarta.enterprise.inject.build.compatible.spi.MethodConfig;
import jakarta.enterprise.lang.model.declarations.MethodInfo;
import jakarta.enterprise.lang.model.types.Type;

/**
 * Adds {@link EndpointInterceptor} to the handler of all MCP endpoints when the application is built. The handler is a bean of quarkus-mcp-server. Its method {@code handle(RoutingContext)} gets the request with its body, after authentication.
 */
public final class EndpointExtension implements BuildCompatibleExtension {

    private static final String METHOD = "handle";

    @Enhancement(types = StreamableHttpMcpMessageHandler.class)
    public void guard(MethodConfig method) {
        if (isHandler(method.info())) {
            method.addAnnotation(GuardedEndpoint.class);
        }
    }

    private static boolean isHandler(MethodInfo method) {
        if (!method.name().equals(METHOD) || method.parameters().size() != 1) {
            return false;
        }
        Type type = method.parameters().get(0).type();
        return type.isClass() && type.asClass().declaration().name().equals(RoutingContext.class.getName());
    }
}
