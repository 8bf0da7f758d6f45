package dev.plimsoll.mcp;

import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Accessors and constructor of one of the SDK's specification records, which have no common type.
 *
 * @param described returns its tool, resource, template, or prompt
 * @param handler returns its handler
 * @param made creates a specification from both
 */
record SpecificationParts<S, D, H>(Function<S, D> described, Function<S, H> handler, BiFunction<D, H, S> made) {}
