package dev.plimsoll.mcp;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Factory of guarded requests. It creates one from the first argument of a handler, which identifies the sender, and the request's
 * {@code _meta}.
 */
@FunctionalInterface
interface RequestResolver<X> {

    GuardedRequest resolve(X exchange, @Nullable Map<String, Object> meta);
}
