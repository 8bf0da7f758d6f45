package dev.plimsoll.quarkus.app;

import dev.plimsoll.policy.Tier;
import dev.plimsoll.quarkus.EndpointCallers;
import dev.plimsoll.servlet.RequestCaller;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Singleton;

/** Identifies callers by a header. */
@Alternative
@Singleton
public class HeaderCallers implements EndpointCallers {

    @Override
    public RequestCaller of(RoutingContext request) {
        String user = request.request().getHeader("X-User");
        return "root".equals(user) ? new RequestCaller("root", Tier.ADMIN) : new RequestCaller("guest", Tier.READ);
    }
}
