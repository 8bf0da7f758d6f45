package dev.plimsoll.mcp;

import dev.plimsoll.model.ClientFeatures;
import io.modelcontextprotocol.spec.McpSchema.ResourceTemplate;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.util.McpUriTemplateManagerFactory;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/** Replaces everything in a server builder with its guarded equivalent. */
final class ServerAssembly<T, R, M, P> {

    private final BuilderParts parts;
    private final GuardContext guardContext;
    private final Function<GuardContext, SpecificationFamily<T, R, M, P>> familyFactory;

    ServerAssembly(
            BuilderParts parts,
            GuardContext guardContext,
            Function<GuardContext, SpecificationFamily<T, R, M, P>> kind) {
        this.parts = parts;
        this.guardContext = guardContext;
        this.familyFactory = kind;
    }

    /**
     * Guards the contents of the builder, and returns the context that guards them.
     *
     * @param uris sets the builder's URI template manager factory
     */
    @SuppressWarnings("unchecked")
    GuardContext guard(Consumer<McpUriTemplateManagerFactory> uris) {
        List<T> tools = parts.get("tools", List.class);
        Map<String, R> resources = parts.get("resources", Map.class);
        Map<String, M> templates = parts.get("resourceTemplates", Map.class);
        Map<String, P> prompts = parts.get("prompts", Map.class);
        ServerCapabilities capabilities = parts.find("serverCapabilities", ServerCapabilities.class);
        boolean hasTools = !tools.isEmpty() || (capabilities != null && capabilities.tools() != null);
        boolean hasResources = !resources.isEmpty()
                || !templates.isEmpty()
                || (capabilities != null && capabilities.resources() != null);
        SpecificationFamily<T, R, M, P> specificationFamily = familyFactory.apply(guardContext.withClient(
                new ClientFeatures(hasTools ? ClientFeatures.READ_TOOL : "", true, false, hasResources)));
        if (hasTools) {
            List<T> guarded = specificationFamily.tools(tools);
            tools.clear();
            tools.addAll(guarded);
        }
        resources.replaceAll((uri, specification) -> specificationFamily.resource(specification));
        templates.replaceAll((uri, specification) -> specificationFamily.template(specification));
        prompts.replaceAll((name, specification) -> specificationFamily.prompt(specification));
        if (hasResources) {
            for (ResourceTemplate template : StoredPage.templates()) {
                templates.put(
                        template.uriTemplate(),
                        specificationFamily.answeredByGuard(template, specificationFamily.storedPages));
            }
            uris.accept(new StoredPageUris(parts.get("uriTemplateManagerFactory", McpUriTemplateManagerFactory.class)));
        }
        return specificationFamily.guardContext;
    }
}
