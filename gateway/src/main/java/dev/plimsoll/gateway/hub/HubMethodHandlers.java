package dev.plimsoll.gateway.hub;

import dev.plimsoll.json.Slice;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Table of request handlers by method. Other methods are rejected, because the hub cannot tell which server they are
 * for.
 */
final class HubMethodHandlers {

    private static final Map<String, HubMethodHandler> COMMON = Map.ofEntries(
            Map.entry("tools/list", new MergedList(ListKind.TOOLS)),
            Map.entry("prompts/list", new MergedList(ListKind.PROMPTS)),
            Map.entry("resources/list", new MergedList(ListKind.RESOURCES)),
            Map.entry("resources/templates/list", new MergedList(ListKind.TEMPLATES)),
            Map.entry("tools/call", new CallHandler()),
            Map.entry("prompts/get", new PromptHandler()),
            Map.entry("resources/read", new ResourceRequests()),
            Map.entry("completion/complete", new CompletionHandler()),
            Map.entry("tasks/get", new TaskRequests()),
            Map.entry("tasks/result", new TaskRequests()),
            Map.entry("tasks/update", new TaskRequests()),
            Map.entry("tasks/cancel", new TaskRequests()));

    private static final Map<String, HubMethodHandler> LEGACY = Map.of(
            "initialize", new HubInitializeHandler(),
            "ping", (request, hubRequest, hubSession) -> hubRequest.sendResult(Slice.of("{}")),
            "resources/subscribe", new ResourceRequests(),
            "resources/unsubscribe", new ResourceRequests(),
            "logging/setLevel", new LogLevelHandler(),
            "tasks/list", new MergedList(ListKind.TASKS));

    private static final Map<String, HubMethodHandler> MODERN =
            Map.of("server/discover", new DiscoverHandler(), "subscriptions/listen", new ListenRequests());

    private HubMethodHandlers() {}

    static @Nullable HubMethodHandler find(String method, boolean isModern) {
        HubMethodHandler common = COMMON.get(method);
        return common != null ? common : (isModern ? MODERN : LEGACY).get(method);
    }
}
