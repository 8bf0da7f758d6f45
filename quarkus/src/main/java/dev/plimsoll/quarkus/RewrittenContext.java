package dev.plimsoll.quarkus;

import dev.plimsoll.servlet.body.BufferQuota;
import dev.plimsoll.servlet.message.PostedMessages;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.impl.RoutingContextInternal;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** Routing context of a request, with a response that is rewritten. */
final class RewrittenContext implements InvocationHandler {

    private final RoutingContextInternal original;
    private final HttpServerResponse response;

    private RewrittenContext(RoutingContextInternal original, HttpServerResponse response) {
        this.original = original;
        this.response = response;
    }

    static RoutingContext of(RoutingContextInternal original, PostedMessages messages, BufferQuota quota) {
        return ObjectProxies.create(
                RoutingContextInternal.class,
                new RewrittenContext(original, RewrittenResponse.of(original, messages, quota)));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        return switch (method.getName()) {
            case "response" -> response;
            // default methods that call response()
            case "end", "json", "redirect" -> InvocationHandler.invokeDefault(proxy, method, arguments);
            default -> ObjectProxies.invoke(original, proxy, method, arguments);
        };
    }
}
