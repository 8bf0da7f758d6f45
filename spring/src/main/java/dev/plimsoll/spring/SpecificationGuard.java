package dev.plimsoll.spring;

import dev.plimsoll.mcp.Guard;
import dev.plimsoll.mcp.Specifications;
import io.modelcontextprotocol.server.McpServerFeatures;
import io.modelcontextprotocol.server.McpStatelessServerFeatures;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Guard that replaces any specification of the SDK with its guarded equivalent, for every type of server. */
final class SpecificationGuard {

    private final Map<Class<?>, UnaryOperator<Object>> guardByType = new HashMap<>();

    SpecificationGuard(Guard guard) {
        register(
                guard.sync(),
                McpServerFeatures.SyncToolSpecification.class,
                McpServerFeatures.SyncResourceSpecification.class,
                McpServerFeatures.SyncResourceTemplateSpecification.class,
                McpServerFeatures.SyncPromptSpecification.class);
        register(
                guard.async(),
                McpServerFeatures.AsyncToolSpecification.class,
                McpServerFeatures.AsyncResourceSpecification.class,
                McpServerFeatures.AsyncResourceTemplateSpecification.class,
                McpServerFeatures.AsyncPromptSpecification.class);
        register(
                guard.statelessSync(),
                McpStatelessServerFeatures.SyncToolSpecification.class,
                McpStatelessServerFeatures.SyncResourceSpecification.class,
                McpStatelessServerFeatures.SyncResourceTemplateSpecification.class,
                McpStatelessServerFeatures.SyncPromptSpecification.class);
        register(
                guard.statelessAsync(),
                McpStatelessServerFeatures.AsyncToolSpecification.class,
                McpStatelessServerFeatures.AsyncResourceSpecification.class,
                McpStatelessServerFeatures.AsyncResourceTemplateSpecification.class,
                McpStatelessServerFeatures.AsyncPromptSpecification.class);
    }

    private <T, R, M, P> void register(
            Specifications<T, R, M, P> guarded,
            Class<T> tools,
            Class<R> resources,
            Class<M> templates,
            Class<P> prompts) {
        guardByType.put(tools, specification -> guarded.tool(tools.cast(specification)));
        guardByType.put(resources, specification -> guarded.resource(resources.cast(specification)));
        guardByType.put(templates, specification -> guarded.template(templates.cast(specification)));
        guardByType.put(prompts, specification -> guarded.prompt(prompts.cast(specification)));
    }

    /** Returns the guarded specification. Any other object is returned unchanged. */
    Object guard(Object specification) {
        return guardByType
                .getOrDefault(specification.getClass(), other -> other)
                .apply(specification);
    }
}
