package dev.plimsoll.mcp;

import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * One of the SDK's records, which have nothing in common but this.
 *
 * @param described what it is about
 * @param handler who answers for it
 * @param made makes one of both
 */
record SpecificationParts<S, D, H>(Function<S, D> described, Function<S, H> handler, BiFunction<D, H, S> made) {}
