package dev.plimsoll.quarkus;

import dev.plimsoll.policy.Tier;
import dev.plimsoll.servlet.RequestCaller;
import io.quarkus.vertx.http.runtime.security.QuarkusHttpUser;
import io.vertx.ext.web.RoutingContext;

/**
 * Identifies the caller who sent a request. An application may have a bean of this type. It is called for each request, on a
 * thread that may block, after Quarkus has authenticated the request.
 */
@FunctionalInterface
public interface EndpointCallers {

    /**
     * Identifies a caller by the authenticated user, or by the header {@code Mcp-Session-Id} if there is no user. Without both, only the random id in a
     * cursor protects a result. Every caller may use every tool.
     */
    EndpointCallers USER_OR_SESSION = request -> {
        String session = request.request().getHeader(EndpointGuard.SESSION);
        String name = session == null ? "" : "session:" + session;
        if (request.user() instanceof QuarkusHttpUser user
                && !user.getSecurityIdentity().isAnonymous()) {
            name = "user:" + user.getSecurityIdentity().getPrincipal().getName();
        }
        return new RequestCaller(name, Tier.ADMIN);
    };

    /**
     * Returns the caller of a request. For an unknown sender, return a caller of tier {@code read}. If this method throws
     * an exception, the request fails.
     */
    RequestCaller of(RoutingContext request);
}
