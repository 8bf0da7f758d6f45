package dev.plimsoll.mcp;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Creates a guarded request from the first argument of a handler, which identifies the sender, and the {@code _meta} of the request.
 */
@FunctionalInterface
interface RequestResolver<X> {

    GuardedRequest resolve(X exchange, @Nullable Map<String, Object> meta);
}
