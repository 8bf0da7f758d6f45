package dev.plimsoll.micronaut;

import dev.plimsoll.policy.Tier;
import dev.plimsoll.servlet.RequestCaller;
import io.micronaut.http.HttpRequest;

/**
 * Identifies the caller who sent a request. An application may have a bean of this type. It is called for each request, on a
 * thread that may block, after Micronaut has authenticated the request.
 */
@FunctionalInterface
public interface RouteCallers {

    /**
     * Identifies a caller by the authenticated user, or by the header {@code Mcp-Session-Id} if there is no user. Without both, only the random id in a cursor protects a result. Every caller may use every tool.
     */
    RouteCallers USER_OR_SESSION = request -> {
        String session = request.getHeaders().get(RouteGuard.SESSION);
        String name = request.getUserPrincipal()
                .map(user -> "user:" + user.getName())
                .orElse(session == null ? "" : "session:" + session);
        return new RequestCaller(name, Tier.ADMIN);
    };

    /**
     * Returns the caller of a request. For an unknown sender, return a caller of tier {@code read}. If this method throws
     * an exception, the request fails.
     */
    RequestCaller of(HttpRequest<?> request);
}
