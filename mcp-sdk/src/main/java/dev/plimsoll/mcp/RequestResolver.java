package dev.plimsoll.mcp;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tells from what a handler gets besides its request who the visitor is. */
@FunctionalInterface
interface RequestResolver<X> {

    GuardedRequest of(X exchange, @Nullable Map<String, Object> meta);
}
