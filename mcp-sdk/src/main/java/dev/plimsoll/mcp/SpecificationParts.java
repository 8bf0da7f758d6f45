package dev.plimsoll.mcp;

import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Accessors and constructor of one of the SDK's specification records, which have no common type.
 *
 * @param definition returns its tool, resource, template, or prompt
 * @param handler returns its handler
 * @param factory creates a specification from both
 */
record SpecificationParts<S, D, H>(Function<S, D> definition, Function<S, H> handler, BiFunction<D, H, S> factory) {}
