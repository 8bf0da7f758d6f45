package dev.plimsoll.mcp;

import dev.plimsoll.model.Client;
import io.modelcontextprotocol.spec.McpSchema.ResourceTemplate;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.util.McpUriTemplateManagerFactory;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/** Exchanges everything that has been put into a server builder for the same guarded. */
final class Assembly<T, R, M, P> {

    private final BuilderParts parts;
    private final Reception reception;
    private final Function<Reception, Family<T, R, M, P>> kind;

    Assembly(BuilderParts parts, Reception reception, Function<Reception, Family<T, R, M, P>> kind) {
        this.parts = parts;
        this.reception = reception;
        this.kind = kind;
    }

    /**
     * The reception that the builder's parts are guarded by.
     *
     * @param uris sets the builder's own
     */
    @SuppressWarnings("unchecked")
    Reception guard(Consumer<McpUriTemplateManagerFactory> uris) {
        List<T> tools = parts.part("tools", List.class);
        Map<String, R> resources = parts.part("resources", Map.class);
        Map<String, M> templates = parts.part("resourceTemplates", Map.class);
        Map<String, P> prompts = parts.part("prompts", Map.class);
        ServerCapabilities offered = parts.optional("serverCapabilities", ServerCapabilities.class);
        boolean reads = !tools.isEmpty() || (offered != null && offered.tools() != null);
        boolean links =
                !resources.isEmpty() || !templates.isEmpty() || (offered != null && offered.resources() != null);
        Family<T, R, M, P> family =
                kind.apply(reception.serving(new Client(reads ? Client.READ_TOOL : "", true, false, links)));
        if (reads) {
            List<T> guarded = family.tools(tools);
            tools.clear();
            tools.addAll(guarded);
        }
        resources.replaceAll((uri, one) -> family.resource(one));
        templates.replaceAll((uri, one) -> family.template(one));
        prompts.replaceAll((name, one) -> family.prompt(one));
        if (links) {
            for (ResourceTemplate own : KeptPage.templates()) {
                templates.put(own.uriTemplate(), family.answering(own, family.pages));
            }
            uris.accept(new KeptPageUris(parts.part("uriTemplateManagerFactory", McpUriTemplateManagerFactory.class)));
        }
        return family.reception;
    }
}
