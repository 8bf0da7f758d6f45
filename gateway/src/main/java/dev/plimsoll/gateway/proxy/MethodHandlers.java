package dev.plimsoll.gateway.proxy;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The handlers by method. Requests of other methods pass. */
final class MethodHandlers {

    private static final Map<String, MethodHandler> BY_METHOD = Map.ofEntries(
            Map.entry("initialize", new InitializeHandler()),
            Map.entry("server/discover", new InitializeHandler()),
            Map.entry("tools/list", new ToolsList()),
            Map.entry("tools/call", new ToolsCall()),
            Map.entry("tasks/result", new TasksResult()),
            Map.entry("tasks/get", new TaskStatus()),
            Map.entry("resources/list", new EmptyResourceList("resources")),
            Map.entry("resources/templates/list", new EmptyResourceList("resourceTemplates")),
            Map.entry("resources/read", new ResourcesRead()),
            Map.entry("prompts/get", new PromptsGet()),
            Map.entry("completion/complete", new Completions()));

    private MethodHandlers() {}

    static @Nullable MethodHandler find(String method) {
        return BY_METHOD.get(method);
    }
}
