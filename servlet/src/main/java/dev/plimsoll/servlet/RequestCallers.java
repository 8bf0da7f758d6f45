package dev.plimsoll.servlet;

import dev.plimsoll.policy.Tier;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;

/**
 * Identifies the caller who sent a request. The filter calls it for each request, after the filters before it have
 * authenticated the request. Must not block.
 */
@FunctionalInterface
public interface RequestCallers {

    /**
     * Identifies a caller by the authenticated user, or by the header {@code Mcp-Session-Id} if there is no user. Without
     * both, only the random id in a cursor protects a result. Every caller may use every tool.
     */
    RequestCallers USER_OR_SESSION = request -> {
        Principal user = request.getUserPrincipal();
        String session = request.getHeader(PlimsollFilter.SESSION);
        String name = user != null ? "user:" + user.getName() : session != null ? "session:" + session : "";
        return new RequestCaller(name, Tier.ADMIN);
    };

    /**
     * Returns the caller of a request. For an unknown sender, return a caller of tier {@code read}. If this method throws
     * an exception, the request fails.
     */
    RequestCaller of(HttpServletRequest request);
}
