package dev.plimsoll.gateway.hub.session;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Registry of tasks and the servers that created them. The oldest entries are removed first. */
public final class Tasks {

    private static final int MAX_TASKS = 10_000;
    private static final int MAX_ID_LENGTH = 1024;

    /** The tasks, with their ids at the servers; the keys have the ids that the clients use. */
    private final Map<Key, Task> taskByClientId = new LinkedHashMap<>();
    /** The ids that the clients use; the keys have the ids that the servers use. */
    private final Map<Key, String> clientIdByServerId = new LinkedHashMap<>();
    /**
     * True after a client got an id that differs from the server's id. Until then, messages need not be searched for
     * ids.
     */
    private volatile boolean hasChangedIds;

    /** Key of an id, separate for each caller; {@code server} is -1 for an id that the client uses. */
    private record Key(String caller, int server, String id) {}

    /**
     * A task.
     *
     * @param id the server's own id
     */
    public record Task(int server, String id) {}

    /** Registers a task and returns its id for the client: the server's own id, unless another server uses it. */
    public synchronized String add(ServerLink serverLink, String id) {
        String caller = serverLink.hubSession().caller().subject();
        Key serverKey = new Key(caller, serverLink.index(), id);
        String knownId = clientIdByServerId.get(serverKey);
        if (knownId != null) {
            return knownId;
        }
        String clientId = id;
        for (int attempt = 1; taskByClientId.containsKey(new Key(caller, -1, clientId)); attempt++) {
            clientId = id + "~" + serverLink.name() + (attempt == 1 ? "" : attempt);
        }
        hasChangedIds |= !clientId.equals(id);
        clientIdByServerId.put(serverKey, clientId);
        taskByClientId.put(new Key(caller, -1, clientId), new Task(serverLink.index(), id));
        if (clientIdByServerId.size() > MAX_TASKS) {
            Key oldest = clientIdByServerId.keySet().iterator().next();
            taskByClientId.remove(new Key(oldest.caller, -1, String.valueOf(clientIdByServerId.remove(oldest))));
        }
        return clientId;
    }

    public synchronized @Nullable Task find(String caller, String clientId) {
        return taskByClientId.get(new Key(caller, -1, clientId));
    }

    /**
     * Registers the task that this JSON object is or contains, and returns the object with the task's id for the
     * client. Returns the same slice if the ids are equal.
     */
    public Slice withClientIdOfTask(ServerLink serverLink, Slice original) {
        if (Json.type(original) != JsonType.OBJECT) {
            return original;
        }
        Slice value = withClientIdOfRelatedTask(serverLink, original);
        String id = ObjectEdit.textIn(value, "taskId", MAX_ID_LENGTH);
        if (id != null) {
            String clientId = add(serverLink, id);
            return clientId.equals(id)
                    ? value
                    : ObjectEdit.with(
                            value, "taskId", new ByteSink().string(clientId).slice());
        }
        Slice task = ObjectEdit.objectIn(value, "task");
        Slice newTask = task == null ? null : withClientIdOfTask(serverLink, task);
        return task == null || newTask == null || newTask.isSameRange(task)
                ? value
                : ObjectEdit.with(value, "task", newTask);
    }

    /** Registers the task of a notification, and returns the notification with the id for the client. */
    public Message withClientIdOfTask(ServerLink serverLink, Message notification) {
        Slice params = notification.params();
        Slice newParams = params == null ? null : withClientIdOfTask(serverLink, params);
        return params == null || newParams == null || newParams.isSameRange(params)
                ? notification
                : notification.withParams(newParams);
    }

    // --- related tasks in _meta

    /** Returns a server's object with the related task's id for the client; the same slice if the id is unchanged. */
    Slice withClientIdOfRelatedTask(ServerLink serverLink, Slice value) {
        return replaceRelatedTaskId(value, id -> {
            String caller = serverLink.hubSession().caller().subject();
            synchronized (this) {
                return clientIdByServerId.get(new Key(caller, serverLink.index(), id));
            }
        });
    }

    /** Returns a client's object with the related task's id for the server. */
    public Slice withServerIdOfRelatedTask(String caller, Slice value) {
        return replaceRelatedTaskId(value, id -> {
            Task task = find(caller, id);
            return task == null ? null : task.id();
        });
    }

    private Slice replaceRelatedTaskId(Slice value, Function<String, @Nullable String> replacement) {
        Slice meta = hasChangedIds ? ObjectEdit.objectIn(value, "_meta") : null;
        Slice relatedTask = meta == null ? null : ObjectEdit.objectIn(meta, RequestMeta.RELATED_TASK);
        String id = ObjectEdit.textIn(relatedTask, "taskId", MAX_ID_LENGTH);
        String newId = id == null ? null : replacement.apply(id);
        if (meta == null || relatedTask == null || newId == null || newId.equals(id)) {
            return value;
        }
        Slice newRelated = ObjectEdit.with(
                relatedTask, "taskId", new ByteSink().string(newId).slice());
        return ObjectEdit.with(value, "_meta", ObjectEdit.with(meta, RequestMeta.RELATED_TASK, newRelated));
    }

    /** Returns a server's message with the related task's id for the client. */
    Message withClientIdOfRelatedTask(ServerLink serverLink, Message message) {
        Slice params = message.params();
        Slice newParams = params == null || Json.type(params) != JsonType.OBJECT
                ? params
                : withClientIdOfRelatedTask(serverLink, params);
        if (params == null || newParams == null || newParams.isSameRange(params)) {
            return message;
        }
        return message.withParams(newParams);
    }

    /** Returns a client's response with the related task's id for the server. */
    public Message withServerIdOfRelatedTask(String caller, Message response) {
        Slice result = response.result();
        Slice newResult = result == null || Json.type(result) != JsonType.OBJECT
                ? result
                : withServerIdOfRelatedTask(caller, result);
        if (result == null || newResult == null || newResult.isSameRange(result)) {
            return response;
        }
        return response.withResult(newResult);
    }
}
