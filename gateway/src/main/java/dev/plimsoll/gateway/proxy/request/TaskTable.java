package dev.plimsoll.gateway.proxy.request;

import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Slice;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The calls that started tasks, by the IDs of the tasks. If there are too many, the oldest call is dropped;
 * the result of its task is then guarded by the general policy instead of the tool's.
 */
public final class TaskTable {

    public static final int MAX_ID_BYTES = 1024;

    private static final int MAX_TASKS = 1_000;

    private final Map<String, ToolResultHandler> byId = new LinkedHashMap<>();

    synchronized void add(String id, ToolResultHandler handler) {
        byId.put(id, handler);
        if (byId.size() > MAX_TASKS) {
            byId.remove(byId.keySet().iterator().next());
        }
    }

    public synchronized @Nullable ToolResultHandler find(String id) {
        return byId.get(id);
    }

    /**
     * Returns the ID of the task that a result of a tool call starts, in the form of either era; null if it
     * starts no task.
     */
    static @Nullable String findStartedTask(Slice result) {
        String nestedId = ObjectEdit.textIn(ObjectEdit.objectIn(result, "task"), "taskId", MAX_ID_BYTES);
        boolean isModern = "task".equals(ObjectEdit.textIn(result, "resultType", 64));
        return isModern ? ObjectEdit.textIn(result, "taskId", MAX_ID_BYTES) : nestedId;
    }
}
