package dev.plimsoll.mcp;

import io.modelcontextprotocol.util.McpUriTemplateManagerFactory;
import java.util.List;
import java.util.function.Consumer;

/**
 * Methods of one of the SDK's server builders, which have no common type.
 *
 * @param addTools adds tools; throws IllegalArgumentException if the builder already has a tool of the same
 * name
 * @param addTemplates adds resource templates
 * @param setUriManagerFactory sets the URI template manager factory
 */
record BuilderMethods<T, M>(
        Consumer<List<T>> addTools,
        Consumer<List<M>> addTemplates,
        Consumer<McpUriTemplateManagerFactory> setUriManagerFactory) {}
