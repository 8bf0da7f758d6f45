package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.proxy.ToolsCall.Guarding;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The calls of running tasks. The oldest are dropped first; the results of dropped calls get the general policy. */
final class TaskTable {

    private static final int MOST = 1_000;

    private final Map<String, Guarding> byId = new LinkedHashMap<>();

    synchronized void add(String id, Guarding handler) {
        byId.put(id, handler);
        if (byId.size() > MOST) {
            byId.remove(byId.keySet().iterator().next());
        }
    }

    synchronized @Nullable Guarding get(String id) {
        return byId.get(id);
    }
}
