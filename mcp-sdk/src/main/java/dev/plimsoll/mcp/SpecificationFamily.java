package dev.plimsoll.mcp;

import dev.plimsoll.app.AppUse;
import dev.plimsoll.mcp.annotation.AnnotatedTool;
import dev.plimsoll.mcp.annotation.AnnotatedTools;
import dev.plimsoll.schema.ListedTool;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.GetPromptRequest;
import io.modelcontextprotocol.spec.McpSchema.GetPromptResult;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.ResourceTemplate;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Guard for the specifications of one kind of server. Only the subclass depends on the records of the SDK for this kind.
 */
abstract class SpecificationFamily<T, R, M, P> implements Specifications<T, R, M, P> {

    final GuardContext guardContext;
    final RequestGuard<ReadResourceRequest, ReadResourceResult> resources;
    final RequestGuard<ReadResourceRequest, ReadResourceResult> storedPages;
    final RequestGuard<GetPromptRequest, GetPromptResult> prompts;

    SpecificationFamily(GuardContext guardContext) {
        this.guardContext = guardContext;
        this.resources = new GuardedResource(guardContext.sdkJson());
        this.storedPages = new StoredPageGuard(guardContext.sdkJson());
        this.prompts = new GuardedPrompt(guardContext.sdkJson());
    }

    abstract Tool toolOf(T specification);

    abstract Object handlerOf(T specification);

    /** Creates a tool that the guard answers itself. */
    abstract T createAnsweredByGuard(Tool tool, RequestGuard<CallToolRequest, CallToolResult> requestGuard);

    /** Creates a resource template that the guard answers itself. */
    abstract M createAnsweredByGuard(
            ResourceTemplate template, RequestGuard<ReadResourceRequest, ReadResourceResult> requestGuard);

    /** Creates a finder of annotated methods for this kind of server. */
    abstract AnnotatedTools annotatedTools();

    /** Creates an unguarded tool from an annotated method. */
    abstract T createUnguarded(AnnotatedTool tool);

    /** Creates a tool that forwards each call to the tool that the guard's decision names. */
    abstract T createRouted(
            Tool tool, RequestGuard<CallToolRequest, CallToolResult> requestGuard, Map<String, T> toolsByName);

    final GuardedTool guardTool(Tool tool) {
        if (tool.name().equals(guardContext.client().readTool())) {
            throw new IllegalArgumentException(
                    "tools: the name " + tool.name() + " is reserved for Plimsoll; rename this tool");
        }
        guardContext.rules().guardedNames().addTool(tool.name());
        return new GuardedTool(tool, guardContext.sdkJson());
    }

    final Tool listedTool(GuardedTool tool) {
        return tool.listedTool(guardContext, guardContext.client());
    }

    final boolean isGuarded(Object handler) {
        return handler instanceof GuardedHandler;
    }

    @Override
    public T readTool() {
        FollowUpTool readTool = new FollowUpTool(guardContext);
        guardContext.rules().listings().addReadTool();
        guardContext.rules().guardedNames().addTool(guardContext.client().readTool());
        return createAnsweredByGuard(readTool.listedTool(), readTool);
    }

    @Override
    public List<T> tools(List<T> specifications) {
        List<T> guarded = specifications.stream().map(this::tool).toList();
        boolean canShape = guardContext.policy("").canShape()
                || specifications.stream()
                        .anyMatch(specification -> guardContext
                                .policy(toolOf(specification).name())
                                .canShape());
        return canShape && !hasReadTool(guarded)
                ? Stream.concat(guarded.stream(), Stream.of(readTool())).toList()
                : guarded;
    }

    @Override
    public List<T> scan(Object... annotated) {
        List<AnnotatedTool> found = Stream.of(annotated)
                .flatMap(object -> annotatedTools().find(object).stream())
                .toList();
        found.forEach(guardContext.rules()::add);
        return tools(found.stream().map(this::createUnguarded).toList());
    }

    @Override
    public T dispatcher(String name, List<T> specifications) {
        if (!name.matches("[A-Za-z0-9_.-]{1,128}")) {
            throw new IllegalArgumentException(
                    "dispatcher: its name must be 1 to 128 of A-Z a-z 0-9 _ - ., got " + name);
        }
        Map<String, T> toolsByName = new LinkedHashMap<>();
        Map<Tool, ListedTool> entries = new LinkedHashMap<>();
        for (T specification : specifications) {
            T guarded = tool(specification);
            Tool listed = toolOf(guarded);
            if (handlerOf(guarded) instanceof GuardedHandler guardedHandler
                    && guardedHandler.requestGuard() instanceof GuardedTool tool) {
                if (tool.entry().appUse() != AppUse.NONE) {
                    throw new IllegalArgumentException(
                            "dispatcher " + name + ": " + listed.name()
                                    + " has an app, and hosts find apps only in the listing; register it without the dispatcher");
                }
                entries.put(listed, tool.entry());
                if (toolsByName.put(listed.name(), guarded) != null) {
                    throw new IllegalArgumentException("dispatcher " + name + ": two tools are named " + listed.name());
                }
            }
        }
        guardContext.rules().addDispatcher(name);
        guardContext.rules().guardedNames().addTool(name);
        DispatcherTool dispatcherTool = new DispatcherTool(name, guardContext, entries);
        return createRouted(dispatcherTool.listedTool(), dispatcherTool, toolsByName);
    }

    /** Returns the specification with the name in the request. The guard has already checked that it exists. */
    static <S> S getByName(Map<String, S> toolsByName, CallToolRequest request) {
        S found = toolsByName.get(request.name());
        if (found == null) {
            throw new IllegalStateException("this dispatcher has no tool " + request.name());
        }
        return found;
    }

    private boolean hasReadTool(List<T> guarded) {
        String name = guardContext.client().readTool();
        return guarded.stream().anyMatch(tool -> toolOf(tool).name().equals(name));
    }

    @Override
    public List<R> resources(List<R> specifications) {
        return specifications.stream().map(this::resource).toList();
    }

    @Override
    public List<M> templates(List<M> specifications) {
        return Stream.concat(
                        specifications.stream().map(this::template),
                        StoredPageGuard.templates().stream()
                                .map(template -> createAnsweredByGuard(template, storedPages)))
                .toList();
    }

    @Override
    public List<P> prompts(List<P> specifications) {
        return specifications.stream().map(this::prompt).toList();
    }
}
