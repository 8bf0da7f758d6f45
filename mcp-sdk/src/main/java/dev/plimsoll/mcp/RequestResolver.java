package dev.plimsoll.mcp;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the sender of a request from the first argument of a handler and the request's {@code _meta}. */
@FunctionalInterface
interface RequestResolver<X> {

    GuardedRequest of(X exchange, @Nullable Map<String, Object> meta);
}
