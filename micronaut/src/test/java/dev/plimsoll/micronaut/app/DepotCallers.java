package dev.plimsoll.micronaut.app;

import dev.plimsoll.micronaut.RouteCallers;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.servlet.RequestCaller;
import io.micronaut.context.annotation.Requires;
import io.micronaut.http.HttpRequest;
import jakarta.inject.Singleton;

/** Identifies callers by a header. */
@Singleton
@Requires(property = "depot.callers")
public class DepotCallers implements RouteCallers {

    @Override
    public RequestCaller of(HttpRequest<?> request) {
        String user = request.getHeaders().get("X-User");
        return "root".equals(user) ? new RequestCaller("root", Tier.ADMIN) : new RequestCaller("guest", Tier.READ);
    }
}
