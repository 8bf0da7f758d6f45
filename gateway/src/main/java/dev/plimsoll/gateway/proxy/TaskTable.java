package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.proxy.ToolsCall.ToolResultHandler;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The calls that started tasks, by the IDs of the tasks. If there are too many, the oldest call is dropped;
 * the result of its task is then guarded by the general policy instead of the tool's.
 */
final class TaskTable {

    private static final int MAX_TASKS = 1_000;

    private final Map<String, ToolResultHandler> byId = new LinkedHashMap<>();

    synchronized void add(String id, ToolResultHandler handler) {
        byId.put(id, handler);
        if (byId.size() > MAX_TASKS) {
            byId.remove(byId.keySet().iterator().next());
        }
    }

    synchronized @Nullable ToolResultHandler find(String id) {
        return byId.get(id);
    }
}
