package dev.plimsoll.mcp;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Creates a guarded request from the first argument of a handler, which identifies the sender, and the request's
 * {@code _meta}.
 */
@FunctionalInterface
interface RequestResolver<X> {

    GuardedRequest of(X exchange, @Nullable Map<String, Object> meta);
}
