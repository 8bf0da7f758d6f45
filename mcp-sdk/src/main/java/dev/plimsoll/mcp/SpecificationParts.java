package dev.plimsoll.mcp;

import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Accessors and constructor of one of the SDK's specification records, which have no common type.
 *
 * @param definition returns the tool, resource, template, or prompt of a specification
 * @param handler returns the handler of a specification
 * @param factory creates a specification from a definition and a handler
 */
record SpecificationParts<S, D, H>(Function<S, D> definition, Function<S, H> handler, BiFunction<D, H, S> factory) {}
