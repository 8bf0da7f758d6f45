package dev.plimsoll.gateway.hub.method;

import dev.plimsoll.gateway.hub.server.ListKind;
import dev.plimsoll.gateway.hub.session.HubMethodHandler;
import dev.plimsoll.gateway.rpc.ProtocolMethod;
import dev.plimsoll.gateway.rpc.Revision;
import dev.plimsoll.json.Slice;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Table of request handlers by method. Other methods are rejected, because the hub cannot tell which server they are
 * for.
 */
public final class HubMethodHandlers {

    private static final Map<String, HubMethodHandler> BY_METHOD = Map.ofEntries(
            Map.entry("initialize", new HubInitializeHandler()),
            Map.entry("server/discover", new DiscoverHandler()),
            Map.entry("ping", (request, hubRequest, hubSession) -> hubRequest.sendResult(Slice.of("{}"))),
            Map.entry("tools/list", new MergedList(ListKind.TOOLS)),
            Map.entry("prompts/list", new MergedList(ListKind.PROMPTS)),
            Map.entry("resources/list", new MergedList(ListKind.RESOURCES)),
            Map.entry("resources/templates/list", new MergedList(ListKind.TEMPLATES)),
            Map.entry("tools/call", new CallHandler()),
            Map.entry("prompts/get", new PromptHandler()),
            Map.entry("resources/read", new ResourceRequests()),
            Map.entry("resources/subscribe", new ResourceRequests()),
            Map.entry("resources/unsubscribe", new ResourceRequests()),
            Map.entry("subscriptions/listen", new ListenRequests()),
            Map.entry("completion/complete", new CompletionHandler()),
            Map.entry("logging/setLevel", new LogLevelHandler()),
            Map.entry("tasks/list", new MergedList(ListKind.TASKS)),
            Map.entry("tasks/get", new TaskRequests()),
            Map.entry("tasks/result", new TaskRequests()),
            Map.entry("tasks/update", new TaskRequests()),
            Map.entry("tasks/cancel", new TaskRequests()));

    private HubMethodHandlers() {}

    public static @Nullable HubMethodHandler find(String method, boolean isModern) {
        // legacy clients may use methods that only later legacy revisions have
        Revision revision = isModern ? Revision.MODERN : Revision.LATEST_LEGACY;
        return ProtocolMethod.canClientSend(method, revision) ? BY_METHOD.get(method) : null;
    }
}
