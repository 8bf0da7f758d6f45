package dev.plimsoll.gateway.proxy;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The requests that concern us, by method. All others pass. */
final class Endpoints {

    private static final Map<String, Endpoint> BY_METHOD = Map.ofEntries(
            Map.entry("initialize", new Opening()),
            Map.entry("server/discover", new Opening()),
            Map.entry("tools/list", new ToolsList()),
            Map.entry("tools/call", new ToolsCall()),
            Map.entry("tasks/result", new TasksResult()),
            Map.entry("tasks/get", new TaskStatus()),
            Map.entry("resources/list", new EmptyListing("resources")),
            Map.entry("resources/templates/list", new EmptyListing("resourceTemplates")),
            Map.entry("resources/read", new ResourcesRead()),
            Map.entry("prompts/get", new PromptsGet()),
            Map.entry("completion/complete", new Completions()));

    private Endpoints() {}

    static @Nullable Endpoint of(String method) {
        return BY_METHOD.get(method);
    }
}
