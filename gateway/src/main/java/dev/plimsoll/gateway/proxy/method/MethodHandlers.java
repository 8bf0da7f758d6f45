package dev.plimsoll.gateway.proxy.method;

import dev.plimsoll.gateway.access.AccessRequest;
import dev.plimsoll.gateway.access.AccessRequest.Kind;
import dev.plimsoll.gateway.proxy.request.MethodHandler;
import dev.plimsoll.gateway.proxy.task.TaskOwnerCheck;
import dev.plimsoll.gateway.proxy.task.TaskStatus;
import dev.plimsoll.gateway.proxy.task.TasksResult;
import dev.plimsoll.gateway.proxy.tool.ToolsCall;
import dev.plimsoll.gateway.proxy.tool.ToolsList;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The handlers by method. Requests of other methods pass unchanged. */
public final class MethodHandlers {

    private static final Map<String, MethodHandler> BY_METHOD = Map.ofEntries(
            Map.entry("initialize", new InitializeHandler()),
            Map.entry("server/discover", new InitializeHandler()),
            Map.entry("tools/list", new ToolsList()),
            Map.entry("tools/call", new ToolsCall()),
            Map.entry("tasks/result", new TasksResult()),
            Map.entry("tasks/get", new TaskStatus()),
            Map.entry("tasks/update", new TaskOwnerCheck()),
            Map.entry("tasks/cancel", new TaskOwnerCheck()),
            Map.entry("tasks/list", new TaskOwnerCheck()),
            Map.entry("resources/list", new ResourceListHandler("resources", resources())),
            Map.entry("resources/templates/list", new ResourceListHandler("resourceTemplates", templates())),
            Map.entry("resources/read", new ResourcesRead()),
            Map.entry("resources/subscribe", new ResourceSubscriptions()),
            Map.entry("subscriptions/listen", new ResourceSubscriptions()),
            Map.entry("prompts/list", prompts()),
            Map.entry("prompts/get", new PromptsGet()),
            Map.entry("completion/complete", new Completions()));

    private MethodHandlers() {}

    private static MethodHandler prompts() {
        return new FilteredList(
                "prompts", "name", "prompts/get", (server, name) -> new AccessRequest(Kind.PROMPT, server, name, null));
    }

    private static MethodHandler resources() {
        return new FilteredList(
                "resources",
                "uri",
                "resources/read",
                (server, uri) -> new AccessRequest(Kind.RESOURCE, server, uri, null));
    }

    private static MethodHandler templates() {
        return new FilteredList("resourceTemplates", "uriTemplate", "resources/read", AccessRequest::ofTemplate);
    }

    /** Returns the handler of a method; null if requests of the method pass unchanged. */
    public static @Nullable MethodHandler find(String method) {
        return BY_METHOD.get(method);
    }
}
