package dev.plimsoll.gateway.upstream.shared;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.RequestId;
import dev.plimsoll.gateway.upstream.shared.ParkedCall.InputRequest;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tasks of modern clients on the connection to a legacy server. When the server sends an input request of a task, it is
 * stored here until a client gets the task and responds to the input request.
 */
public final class ConnectionTasks {

    private static final int MAX_TASKS = 1_000;
    private static final int MAX_INPUT_REQUESTS = 8;
    private static final long MIN_NANOS_BETWEEN_RESULT_REQUESTS = 5_000_000_000L;

    private final Consumer<Message> server;
    private final Map<String, OpenTask> taskById = new LinkedHashMap<>();
    private volatile @Nullable Set<String> taskOnlyTools;
    private long lastKeyNumber;

    private static final class OpenTask {
        private final Map<String, InputRequest> inputRequests = new LinkedHashMap<>();
        private CompletableFuture<Void> inputArrival = new CompletableFuture<>();
        private @Nullable Long resultRequestedNanos;
    }

    /** @param server sends a response to the server */
    public ConnectionTasks(Consumer<Message> server) {
        this.server = server;
    }

    // --- tools

    /** Returns the names of the tools that run only as tasks; null if the server's tools are not known. */
    public @Nullable Set<String> taskOnlyTools() {
        return taskOnlyTools;
    }

    public void setTaskOnlyTools(Set<String> names) {
        taskOnlyTools = Set.copyOf(names);
    }

    void onChange(Message notification) {
        if ("notifications/tools/list_changed".equals(notification.method())) {
            taskOnlyTools = null;
        }
    }

    // --- tasks and their input requests

    /**
     * Adds a task. If there are too many, forgets the oldest task, whose later input requests are then handled like
     * those of no task.
     */
    public synchronized void add(String taskId) {
        taskById.putIfAbsent(taskId, new OpenTask());
        if (taskById.size() > MAX_TASKS) {
            taskById.remove(taskById.keySet().iterator().next());
        }
    }

    public synchronized void remove(String taskId) {
        taskById.remove(taskId);
    }

    /** Stores an input request of a task. Returns false if the task is not known or has too many. */
    synchronized boolean addInputRequest(String taskId, InputRequest inputRequest) {
        OpenTask task = taskById.get(taskId);
        if (task == null || task.inputRequests.size() >= MAX_INPUT_REQUESTS) {
            return false;
        }
        task.inputRequests.put("t" + ++lastKeyNumber, inputRequest);
        task.inputArrival.complete(null);
        return true;
    }

    /** Removes an input request that the server has canceled. Returns whether it was known. */
    synchronized boolean removeInputRequest(Slice id) {
        String key = RequestId.key(id);
        boolean isKnown = false;
        for (OpenTask task : taskById.values()) {
            isKnown |= task.inputRequests
                    .values()
                    .removeIf(inputRequest -> RequestId.key(inputRequest.id()).equals(key));
        }
        return isKnown;
    }

    /**
     * Returns whether the result of a task must be requested now, because some servers send the input requests of a
     * task only while they handle that request. Returns true at most once in five seconds for each task.
     */
    public synchronized boolean claimResultRequest(String taskId) {
        OpenTask task = taskById.get(taskId);
        long nowNanos = System.nanoTime();
        Long requestedNanos = task == null ? null : task.resultRequestedNanos;
        if (task == null
                || !task.inputRequests.isEmpty()
                || (requestedNanos != null && nowNanos - requestedNanos < MIN_NANOS_BETWEEN_RESULT_REQUESTS)) {
            return false;
        }
        task.resultRequestedNanos = nowNanos;
        task.inputArrival = new CompletableFuture<>();
        return true;
    }

    /**
     * Returns a future that completes when the next input request of a task arrives. It is already complete if one is
     * open, or the task is not known.
     */
    public synchronized CompletableFuture<Void> whenInputRequested(String taskId) {
        OpenTask task = taskById.get(taskId);
        return task == null || !task.inputRequests.isEmpty()
                ? CompletableFuture.completedFuture(null)
                : task.inputArrival.copy();
    }

    /** Returns the open input requests of a task by their keys, or null if there are none. */
    public synchronized @Nullable Slice writeInputRequests(String taskId) {
        OpenTask task = taskById.get(taskId);
        if (task == null || task.inputRequests.isEmpty()) {
            return null;
        }
        JsonWriter json = new JsonWriter(512).beginObject();
        task.inputRequests.forEach((key, inputRequest) -> {
            json.beginObject(key).string("method", inputRequest.method());
            Slice params = inputRequest.params();
            if (params != null && Json.type(params) == JsonType.OBJECT) {
                // only earlier revisions have the id of an elicitation
                json.raw("params", ObjectEdit.without(params, "elicitationId"));
            }
            json.endObject();
        });
        return json.endObject().slice();
    }

    /** Sends a client's responses to input requests to the server. Returns false if the task is not known. */
    public boolean sendInput(String taskId, Slice inputResponses) {
        List<Message> responses = new ArrayList<>();
        synchronized (this) {
            OpenTask task = taskById.get(taskId);
            if (task == null) {
                return false;
            }
            for (String key : List.copyOf(task.inputRequests.keySet())) {
                Slice response = ObjectEdit.objectIn(inputResponses, key);
                InputRequest inputRequest = response == null ? null : task.inputRequests.remove(key);
                if (response != null && inputRequest != null) {
                    responses.add(Message.result(inputRequest.id(), response));
                }
            }
            if (task.inputRequests.isEmpty() && !responses.isEmpty()) {
                // the server may request more input
                task.inputArrival = new CompletableFuture<>();
            }
        }
        responses.forEach(server);
        return true;
    }
}
