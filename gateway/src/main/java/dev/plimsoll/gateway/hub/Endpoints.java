package dev.plimsoll.gateway.hub;

import dev.plimsoll.json.Slice;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The requests that are answered, by method. What no endpoint knows no server is asked: nobody could tell which. */
final class Endpoints {

    private static final Map<String, Endpoint> BOTH = Map.ofEntries(
            Map.entry("tools/list", new Listing(Kind.TOOLS)),
            Map.entry("prompts/list", new Listing(Kind.PROMPTS)),
            Map.entry("resources/list", new Listing(Kind.RESOURCES)),
            Map.entry("resources/templates/list", new Listing(Kind.TEMPLATES)),
            Map.entry("tools/call", new Calls()),
            Map.entry("prompts/get", new Prompts()),
            Map.entry("resources/read", new ResourceRequests()),
            Map.entry("completion/complete", new Completion()),
            Map.entry("tasks/get", new TaskRequests()),
            Map.entry("tasks/result", new TaskRequests()),
            Map.entry("tasks/update", new TaskRequests()),
            Map.entry("tasks/cancel", new TaskRequests()));

    private static final Map<String, Endpoint> LEGACY = Map.of(
            "initialize", new Initialize(),
            "ping", (request, flight, talk) -> flight.result(Slice.of("{}")),
            "resources/subscribe", new ResourceRequests(),
            "resources/unsubscribe", new ResourceRequests(),
            "logging/setLevel", new Logging(),
            "tasks/list", new Listing(Kind.TASKS));

    private static final Map<String, Endpoint> MODERN =
            Map.of("server/discover", new Discover(), "subscriptions/listen", new ListenRequests());

    private Endpoints() {}

    static @Nullable Endpoint of(String method, boolean modern) {
        Endpoint both = BOTH.get(method);
        return both != null ? both : (modern ? MODERN : LEGACY).get(method);
    }
}
