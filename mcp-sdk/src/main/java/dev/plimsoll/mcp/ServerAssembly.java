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
    private final Function<GuardContext, SpecificationFamily<T, R, M, P>> kind;

    ServerAssembly(
            BuilderParts parts,
            GuardContext guardContext,
            Function<GuardContext, SpecificationFamily<T, R, M, P>> kind) {
        this.parts = parts;
        this.guardContext = guardContext;
        this.kind = kind;
    }

    /**
     * Guards the contents of the builder, and returns the context that guards them.
     *
     * @param uris sets the builder's URI template manager factory
     */
    @SuppressWarnings("unchecked")
    GuardContext guard(Consumer<McpUriTemplateManagerFactory> uris) {
        List<T> tools = parts.part("tools", List.class);
        Map<String, R> resources = parts.part("resources", Map.class);
        Map<String, M> templates = parts.part("resourceTemplates", Map.class);
        Map<String, P> prompts = parts.part("prompts", Map.class);
        ServerCapabilities offered = parts.optional("serverCapabilities", ServerCapabilities.class);
        boolean reads = !tools.isEmpty() || (offered != null && offered.tools() != null);
        boolean links =
                !resources.isEmpty() || !templates.isEmpty() || (offered != null && offered.resources() != null);
        SpecificationFamily<T, R, M, P> specificationFamily = kind.apply(
                guardContext.serving(new ClientFeatures(reads ? ClientFeatures.READ_TOOL : "", true, false, links)));
        if (reads) {
            List<T> guarded = specificationFamily.tools(tools);
            tools.clear();
            tools.addAll(guarded);
        }
        resources.replaceAll((uri, one) -> specificationFamily.resource(one));
        templates.replaceAll((uri, one) -> specificationFamily.template(one));
        prompts.replaceAll((name, one) -> specificationFamily.prompt(one));
        if (links) {
            for (ResourceTemplate own : StoredPage.templates()) {
                templates.put(own.uriTemplate(), specificationFamily.answering(own, specificationFamily.pages));
            }
            uris.accept(
                    new StoredPageUris(parts.part("uriTemplateManagerFactory", McpUriTemplateManagerFactory.class)));
        }
        return specificationFamily.reception;
    }
}
