package dev.plimsoll.gateway.era.modern;

import dev.plimsoll.gateway.era.form.TaskMessages;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.OwnRequests;
import dev.plimsoll.gateway.rpc.ProtocolMethod;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.gateway.rpc.Revision;
import dev.plimsoll.gateway.upstream.UpstreamException;
import dev.plimsoll.gateway.upstream.shared.ConnectionTasks;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Answers the task requests of modern clients with the tasks of a legacy server. Calls of tools that run only as tasks
 * become tasks; all other calls are answered with their results.
 */
final class ModernTaskRequests {

    private static final int MAX_LIST_PAGES = 100;

    /** Maximum time to wait for the server's input request when a task has the status {@code input_required}. */
    private static final long MAX_INPUT_WAIT_MILLIS = 1_000;

    private static final String USE_OPEN_TASK = "use the taskId of a task that has not ended";
    private static final Slice EMPTY_OBJECT = Slice.of("{}");

    private final OwnRequests requestsToServer;
    private final Consumer<Message> client;
    private final BiConsumer<Slice, RefusedException> errorSender;
    private final ConnectionTasks tasks;
    private final boolean hasTasks;

    /** Sends a call to the server. */
    interface CallSender {
        void send(Message call, Slice id) throws IOException;
    }

    /**
     * @param requestsToServer sends requests to the server
     * @param errorSender sends an error for the client's request with this id
     */
    ModernTaskRequests(
            OwnRequests requestsToServer,
            Consumer<Message> client,
            BiConsumer<Slice, RefusedException> errorSender,
            ConnectionTasks tasks,
            Slice initializeResult) {
        this.requestsToServer = requestsToServer;
        this.client = client;
        this.errorSender = errorSender;
        this.tasks = tasks;
        this.hasTasks = ModernTaskMessages.canRunCallsAsTasks(initializeResult);
    }

    /** Returns whether this is a request about a task of the server. */
    boolean handles(String method) {
        return hasTasks && ProtocolMethod.isTask(method) && ProtocolMethod.canClientSend(method, Revision.MODERN);
    }

    // --- calls

    /** Sends a call, as a task if its tool runs only as a task. */
    void call(Message request, Slice id, CallSender sender) throws IOException {
        Set<String> names = tasks.taskOnlyTools();
        if (!hasTasks) {
            sender.send(request, id);
        } else if (names != null) {
            call(request, id, sender, names);
        } else {
            loadTools(request.copy(), Slice.of(id.toByteArray()), sender, new HashSet<>(), EMPTY_OBJECT, 1);
        }
    }

    private void call(Message request, Slice id, CallSender sender, Set<String> taskOnlyTools) throws IOException {
        Slice params = request.params();
        String name = ObjectEdit.textIn(params, "name", 65_536);
        if (params == null || name == null || !taskOnlyTools.contains(name)) {
            sender.send(request, id);
        } else if (RequestMeta.allowsTasks(request)) {
            sender.send(request.withParams(ObjectEdit.with(params, "task", EMPTY_OBJECT)), id);
        } else {
            client.accept(missingCapabilityError(id));
        }
    }

    private void loadTools(Message call, Slice id, CallSender sender, Set<String> names, Slice listParams, int page) {
        sendRequest("tools/list", listParams, id, response -> {
            Slice result = response.result();
            addTaskOnlyTools(result, names);
            Slice cursor = result == null ? null : ObjectEdit.valueIn(result, "nextCursor");
            try {
                if (cursor != null && Json.type(cursor) == JsonType.STRING && page < MAX_LIST_PAGES) {
                    JsonWriter nextParams = new JsonWriter().beginObject().raw("cursor", cursor);
                    loadTools(call, id, sender, names, nextParams.endObject().slice(), page + 1);
                    return;
                }
                if (result != null) {
                    tasks.setTaskOnlyTools(names);
                }
                call(call, id, sender, names);
            } catch (IOException e) {
                // the thread that reads from the server also detects the close, and fails all pending requests
            }
        });
    }

    private static void addTaskOnlyTools(@Nullable Slice result, Set<String> names) {
        Slice tools = result == null ? null : ObjectEdit.valueIn(result, "tools");
        ItemIndex items = tools == null || Json.type(tools) != JsonType.ARRAY ? null : ItemIndex.of(tools);
        for (int i = 0; items != null && i < items.count(); i++) {
            Slice execution = ObjectEdit.objectIn(items.item(i), "execution");
            String name = ObjectEdit.textIn(items.item(i), "name", 65_536);
            if (name != null && "required".equals(ObjectEdit.textIn(execution, "taskSupport", 64))) {
                names.add(name);
            }
        }
    }

    private static Message missingCapabilityError(Slice id) {
        JsonWriter error = new JsonWriter().beginObject().number("code", ErrorObject.MISSING_CAPABILITY);
        error.string(
                "message",
                "the tool runs only as a task, and the request does not state that the client supports tasks");
        error.beginObject("data").beginObject("requiredCapabilities").beginObject("extensions");
        error.raw(RequestMeta.TASKS, EMPTY_OBJECT);
        return Message.error(
                id, error.endObject().endObject().endObject().endObject().slice());
    }

    /** Returns the response to a call that the server runs as a task. */
    Message toModernResponse(Message response, Slice task) {
        String taskId = TaskMessages.findId(task);
        if (taskId != null) {
            tasks.add(taskId);
        }
        JsonWriter json = new JsonWriter(256).beginObject().string("resultType", "task");
        ModernTaskMessages.writeModern(json, task, TaskMessages.status(task));
        return response.withResult(json.endObject().slice());
    }

    // --- requests about tasks

    /** Answers a request about a task. */
    void handle(Message request, Slice requestId, String method) throws IOException {
        Slice id = Slice.of(requestId.toByteArray());
        String taskId = TaskMessages.findId(request.params());
        if (!RequestMeta.allowsTasks(request)) {
            client.accept(missingCapabilityError(id));
        } else if (taskId == null) {
            client.accept(invalidParams(id, "taskId is missing or too long", USE_OPEN_TASK));
        } else {
            switch (method) {
                case "tasks/update" -> sendInput(request, id, taskId);
                case "tasks/cancel" ->
                    sendRequest(
                            method,
                            TaskMessages.params(taskId),
                            id,
                            response -> confirmCancellation(response, id, taskId));
                default ->
                    sendRequest(method, TaskMessages.params(taskId), id, response -> onTask(response, id, taskId));
            }
        }
    }

    private static Message invalidParams(Slice id, String problem, String suggestion) {
        RefusedException why = new RefusedException(ErrorCode.INVALID_REQUEST, problem, suggestion);
        return Message.error(id, new ErrorObject(ErrorObject.INVALID_PARAMS, why));
    }

    private void sendInput(Message request, Slice id, String taskId) {
        Slice params = request.params();
        Slice inputResponses = params == null ? null : ObjectEdit.objectIn(params, "inputResponses");
        if (inputResponses == null) {
            client.accept(invalidParams(id, "inputResponses is missing", "add inputResponses"));
        } else if (tasks.sendInput(taskId, Slice.of(inputResponses.toByteArray()))) {
            client.accept(Message.result(id, completeResult()));
        } else {
            client.accept(invalidParams(id, "unknown or expired task", USE_OPEN_TASK));
        }
    }

    private static Slice completeResult() {
        return new JsonWriter()
                .beginObject()
                .string("resultType", "complete")
                .endObject()
                .slice();
    }

    private void confirmCancellation(Message response, Slice id, String taskId) {
        if (response.result() == null) {
            client.accept(LegacyErrors.translate(response.withId(id), false));
        } else {
            tasks.remove(taskId);
            client.accept(Message.result(id, completeResult()));
        }
    }

    private void onTask(Message response, Slice id, String taskId) {
        Slice task = response.result();
        if (task == null) {
            client.accept(LegacyErrors.translate(response.withId(id), false));
            return;
        }
        String status = TaskMessages.status(task);
        switch (status) {
            case "completed", "failed" ->
                sendRequest(
                        "tasks/result",
                        TaskMessages.params(taskId),
                        id,
                        resultResponse -> sendEndedTask(resultResponse, task, id, taskId));
            case "input_required" -> {
                // a legacy server may send its input requests only while tasks/result is pending
                if (tasks.claimResultRequest(taskId)) {
                    sendRequest("tasks/result", TaskMessages.params(taskId), null, resultResponse -> {});
                }
                var _ = tasks.whenInputRequested(taskId)
                        .completeOnTimeout(null, MAX_INPUT_WAIT_MILLIS, TimeUnit.MILLISECONDS)
                        .thenRunAsync(() -> sendOpenTask(task, id, taskId), Thread::startVirtualThread);
            }
            default -> client.accept(Message.result(id, toModernTask(task, status, null, EMPTY_OBJECT)));
        }
    }

    /**
     * Sends a task that needs input. If the server's input request has not arrived yet, the status is
     * {@code working}.
     */
    private void sendOpenTask(Slice task, Slice id, String taskId) {
        Slice inputRequests = tasks.writeInputRequests(taskId);
        client.accept(Message.result(
                id,
                inputRequests == null
                        ? toModernTask(task, "working", null, EMPTY_OBJECT)
                        : toModernTask(task, "input_required", "inputRequests", inputRequests)));
    }

    private void sendEndedTask(Message resultResponse, Slice task, Slice id, String taskId) {
        tasks.remove(taskId);
        Slice result = resultResponse.result();
        Slice error = resultResponse.error();
        if (result != null) {
            Slice modernResult = ModernMessages.withRequiredMembers("tools/call", result);
            client.accept(Message.result(id, toModernTask(task, "completed", "result", modernResult)));
        } else if (error != null) {
            client.accept(Message.result(id, toModernTask(task, "failed", "error", error)));
        }
    }

    private static Slice toModernTask(Slice task, String status, @Nullable String addedName, Slice added) {
        JsonWriter json = new JsonWriter(256 + added.length()).beginObject().string("resultType", "complete");
        ModernTaskMessages.writeModern(json, task, status);
        if (addedName != null) {
            json.raw(addedName, added);
        }
        return json.endObject().slice();
    }

    // --- requests of the gateway

    /**
     * Sends a request of the gateway to the server.
     *
     * @param clientId the id of the client's request that fails if this request fails; null if there is none
     */
    private void sendRequest(String method, Slice params, @Nullable Slice clientId, Consumer<Message> onResponse) {
        try {
            var _ = requestsToServer.send(method, params).response().whenComplete((response, failure) -> {
                if (response != null) {
                    onResponse.accept(response);
                    return;
                }
                RefusedException why =
                        failure instanceof UpstreamException upstreamFailure ? upstreamFailure.refusal() : null;
                if (clientId != null && why != null) {
                    errorSender.accept(clientId, why);
                }
            });
        } catch (IOException e) {
            if (clientId != null) {
                client.accept(invalidParams(
                        clientId,
                        "too many requests about tasks are pending",
                        "repeat the request when earlier requests have been answered"));
            }
        }
    }
}
