package dev.plimsoll.micronaut.app;

import io.micronaut.context.annotation.Requires;
import io.micronaut.core.order.Ordered;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.annotation.RequestFilter;
import io.micronaut.http.annotation.ServerFilter;
import io.micronaut.http.filter.ServerFilterPhase;

/** Filter that authenticates users by a header, in the same phase as Micronaut Security. */
@ServerFilter(ServerFilter.MATCH_ALL_PATTERN)
@Requires(property = "depot.users")
public class HeaderAuthenticationFilter implements Ordered {

    @Override
    public int getOrder() {
        return ServerFilterPhase.SECURITY.order();
    }

    @RequestFilter
    void authenticate(HttpRequest<?> request) {
        String user = request.getHeaders().get("X-User");
        if (user != null && !user.isEmpty()) {
            request.setUserPrincipal(() -> user);
        }
    }
}
