package dev.plimsoll.mcp;

import dev.plimsoll.model.ClientFeatures;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.util.McpUriTemplateManagerFactory;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Replaces every specification in a server builder with its guarded equivalent, and adds the read tool and the templates of stored pages. If the builder hides its specifications, only those are guarded that the application has guarded itself.
 */
final class ServerAssembly<T, R, M, P> {

    private static final System.Logger LOG = System.getLogger("dev.plimsoll");
    private static final String ADVICE = "guard them before you add them, as in tools(guard.sync().tools(list))";

    private final GuardContext guardContext;
    private final Function<GuardContext, SpecificationFamily<T, R, M, P>> familyFactory;
    private final BuilderMethods<T, M> methods;
    private final BuilderParts parts;

    private final @Nullable List<T> tools;
    private final @Nullable Map<String, R> resources;
    private final @Nullable Map<String, M> templates;
    private final @Nullable Map<String, P> prompts;

    ServerAssembly(
            GuardContext guardContext,
            Function<GuardContext, SpecificationFamily<T, R, M, P>> familyFactory,
            BuilderMethods<T, M> methods,
            BuilderParts parts) {
        this.guardContext = guardContext;
        this.familyFactory = familyFactory;
        this.methods = methods;
        this.parts = parts;
        this.tools = parts.tools();
        this.resources = parts.specifications(BuilderFields.RESOURCES);
        this.templates = parts.specifications(BuilderFields.TEMPLATES);
        this.prompts = parts.specifications(BuilderFields.PROMPTS);
    }

    /**
     * Guards the contents of the builder.
     *
     * @return a predicate that is true if the sender of a request sees a tool in a listing
     */
    BiPredicate<McpTransportContext, Tool> guard() {
        reportHiddenParts();
        boolean hasTools = hasTools();
        boolean hasResources = hasResources();
        SpecificationFamily<T, R, M, P> family = familyFactory.apply(guardContext.withClient(
                new ClientFeatures(hasTools ? ClientFeatures.READ_TOOL : "", true, false, hasResources)));
        if (hasTools) {
            guardTools(family);
        }
        if (resources != null) {
            resources.replaceAll((uri, specification) -> family.resource(specification));
        }
        if (templates != null) {
            templates.replaceAll((uri, specification) -> family.template(specification));
        }
        if (prompts != null) {
            prompts.replaceAll((name, specification) -> family.prompt(specification));
        }
        if (hasResources) {
            addStoredPages(family);
        }
        return listingFilter(family.guardContext);
    }

    private void reportHiddenParts() {
        List<String> hidden = new ArrayList<>();
        addIfHidden(hidden, tools, "tools");
        addIfHidden(hidden, resources, "resources");
        addIfHidden(hidden, templates, "resource templates");
        addIfHidden(hidden, prompts, "prompts");
        if (hidden.isEmpty()) {
            return;
        }
        String message = "server(builder) cannot find the " + String.join(", ", hidden) + " in the builder "
                + parts.builder().getClass().getName() + " of this version of the MCP Java SDK";
        if (tools == null && guardContext.rules().guardedNames().isEmpty()) {
            throw new IllegalStateException(message + ", and nothing has been guarded: " + ADVICE);
        }
        LOG.log(Level.WARNING, message + ". Only those that you have guarded yourself are guarded: " + ADVICE);
    }

    private static void addIfHidden(List<String> hidden, @Nullable Object part, String name) {
        if (part == null) {
            hidden.add(name);
        }
    }

    private boolean hasTools() {
        if (tools == null) {
            return !guardContext.rules().guardedNames().tools().isEmpty();
        }
        ServerCapabilities capabilities = parts.setting(ServerCapabilities.class);
        return !tools.isEmpty() || (capabilities != null && capabilities.tools() != null);
    }

    private boolean hasResources() {
        ServerCapabilities capabilities = parts.setting(ServerCapabilities.class);
        boolean hasHiddenPart = resources == null || templates == null;
        return (resources != null && !resources.isEmpty())
                || (templates != null && !templates.isEmpty())
                || (hasHiddenPart && guardContext.rules().guardedNames().hasResources())
                || (capabilities != null && capabilities.resources() != null);
    }

    private void guardTools(SpecificationFamily<T, R, M, P> family) {
        if (tools == null) {
            addReadTool(family);
            return;
        }
        int count = tools.size();
        List<T> guarded = family.tools(tools);
        for (int i = 0; i < count; i++) {
            tools.set(i, guarded.get(i));
        }
        methods.addTools().accept(guarded.subList(count, guarded.size()));
    }

    /** Adds the tool for follow-up reads, unless the builder already has it. */
    private void addReadTool(SpecificationFamily<T, R, M, P> family) {
        boolean canShape = guardContext.rules().guardedNames().tools().stream()
                .anyMatch(name -> guardContext.policy(name).canShape());
        if (canShape) {
            try {
                methods.addTools().accept(List.of(family.readTool()));
            } catch (IllegalArgumentException alreadyAdded) {
                LOG.log(Level.DEBUG, "the builder has plimsoll_read", alreadyAdded);
            }
        }
    }

    private void addStoredPages(SpecificationFamily<T, R, M, P> family) {
        methods.addTemplates()
                .accept(StoredPageGuard.templates().stream()
                        .map(template -> family.createAnsweredByGuard(template, family.storedPages))
                        .toList());
        McpUriTemplateManagerFactory uris = parts.setting(McpUriTemplateManagerFactory.class);
        if (uris != null) {
            methods.setUriManagerFactory().accept(new StoredPageUriFactory(uris));
        }
    }

    /**
     * Returns the filter of listings. If the builder hides its tools, the filter also hides unguarded tools,
     * so that an author notices a tool that was not guarded.
     */
    private BiPredicate<McpTransportContext, Tool> listingFilter(GuardContext guarded) {
        GuardedNames names = guarded.rules().guardedNames();
        return tools == null
                ? (context, tool) -> names.tools().contains(tool.name()) && guarded.isVisible(context, tool)
                : guarded::isVisible;
    }
}
