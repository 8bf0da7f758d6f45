package dev.plimsoll.gateway.era.legacy;

import dev.plimsoll.gateway.era.form.TaskMessages;
import dev.plimsoll.gateway.era.legacy.FinishedCalls.FinishedCall;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.OwnRequests;
import dev.plimsoll.gateway.rpc.PendingRequests;
import dev.plimsoll.gateway.rpc.ProtocolMethod;
import dev.plimsoll.gateway.rpc.RequestIds;
import dev.plimsoll.gateway.upstream.UpstreamException;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Answers the task requests of a client of 2025-11-25 with the tasks of a modern server. Such a server has no
 * {@code tasks/result}, so the gateway repeats {@code tasks/get} until the task has ended, and passes the server's
 * input requests to the client meanwhile.
 */
final class TaskPoller {

    private static final long MIN_PAUSE_MILLIS = 100;
    private static final long MAX_PAUSE_MILLIS = 5_000;
    private static final int DEFAULT_PAUSE_MILLIS = 500;
    private static final int MAX_WAITS = 1_000;

    /**
     * Maximum number of input requests of a task. A call without a task has the same limit: 20 rounds of 32 requests.
     */
    private static final int MAX_INPUT_REQUESTS = 640;

    private static final int MAX_KEY_LENGTH = 1_024;
    private static final String USE_OPEN_TASK = "use the taskId of a task that has not ended";
    private static final String REPEAT_IF_HARMLESS = "repeat the call if it changes nothing";
    private static final String RETRY_LATER = "repeat the request when earlier requests have been answered";

    private final Consumer<Message> client;
    private final BiConsumer<Slice, RefusedException> errorSender;
    private final InitializeData initializeData;
    private final RequestIds inputIds;
    private final FinishedCalls finishedCalls = new FinishedCalls();
    private final OwnRequests ownRequests;
    private final PendingRequests<ResultWait> waits = new PendingRequests<>(MAX_WAITS);
    private final PendingRequests<OpenInput> openInputs = new PendingRequests<>(MAX_WAITS);

    /**
     * Purpose of a request of the gateway to the server.
     *
     * @param clientId the id of the client's request
     * @param isForWait whether the client's request is a {@code tasks/result}, whose wait may have ended
     * already
     */
    private record Purpose(Slice clientId, boolean isForWait, Consumer<Slice> onResult) {}

    /** A client's request for a result, and the keys of the input requests that the client got meanwhile. */
    private record ResultWait(Slice clientId, String taskId, Set<String> passedKeys) {}

    /** An input request that the client has not answered. */
    private record OpenInput(Slice ownId, ResultWait resultWait, String key, String method) {}

    /**
     * Creates a poller.
     *
     * @param errorSender sends an error for the client's request with this id
     * @param inputIds the ids of input requests to the client
     */
    TaskPoller(
            Consumer<Message> server,
            Consumer<Message> client,
            BiConsumer<Slice, RefusedException> errorSender,
            InitializeData initializeData,
            RequestIds inputIds) {
        // the thread that reads from the server must not wait for the server to read
        this.ownRequests = new OwnRequests(
                request -> Thread.startVirtualThread(() -> server.accept(request)), PendingRequests.MAX_PENDING);
        this.client = client;
        this.errorSender = errorSender;
        this.initializeData = initializeData;
        this.inputIds = inputIds;
    }

    // --- messages of the client

    /** Answers a request about a task. */
    void handle(Message request, Slice requestId, String method) {
        Slice id = copyOf(requestId);
        String taskId = TaskMessages.findId(request.params());
        if (taskId == null) {
            Thread.startVirtualThread(() -> sendRefusal(id, "taskId is missing or too long", USE_OPEN_TASK));
        } else {
            // the thread that reads from the client must not wait for the client to read
            Thread.startVirtualThread(() -> handle(id, method, taskId));
        }
    }

    private void handle(Slice id, String method, String taskId) {
        FinishedCall finished = finishedCalls.find(taskId);
        if (finished != null) {
            sendFinishedCall(id, method, taskId, finished);
        } else if (method.equals("tasks/result")) {
            ResultWait wait = new ResultWait(id, taskId, new HashSet<>());
            if (waits.add(id, wait)) {
                poll(wait);
            } else {
                sendRefusal(id, "more than " + MAX_WAITS + " tasks/result requests are pending", RETRY_LATER);
            }
        } else if (method.equals("tasks/cancel")) {
            sendRequest(
                    "tasks/cancel",
                    TaskMessages.params(taskId),
                    new Purpose(id, false, confirmation -> sendTask(id, taskId)));
        } else {
            sendTask(id, taskId);
        }
    }

    private void sendTask(Slice id, String taskId) {
        Consumer<Slice> onTask = task -> client.accept(Message.result(id, LegacyTaskMessages.toLegacy(task)));
        sendRequest("tasks/get", TaskMessages.params(taskId), new Purpose(id, false, onTask));
    }

    private void sendFinishedCall(Slice id, String method, String taskId, FinishedCall finished) {
        switch (method) {
            case "tasks/result" ->
                client.accept(Message.result(id, LegacyTaskMessages.withRelatedTask(finished.result(), taskId)));
            case "tasks/cancel" -> sendRefusal(id, "the task is completed", USE_OPEN_TASK);
            default -> client.accept(Message.result(id, finished.task()));
        }
    }

    private void sendRefusal(Slice id, String problem, String suggestion) {
        RefusedException why = new RefusedException(ErrorCode.INVALID_REQUEST, problem, suggestion);
        client.accept(Message.error(id, new ErrorObject(ErrorObject.INVALID_PARAMS, why)));
    }

    /** Cancels a client's pending request for a result. Returns false if no such request has this id. */
    boolean cancel(Slice clientId) {
        ResultWait wait = waits.cancel(clientId);
        if (wait != null) {
            cancelInputs(wait, "the request was cancelled");
        }
        return wait != null;
    }

    /** Passes the client's input to the server. Returns false if the response belongs to no input request of a task. */
    boolean acceptResponse(Message response, Slice id) {
        OpenInput input = openInputs.remove(id);
        if (input == null) {
            return false;
        }
        ResultWait wait = input.resultWait();
        Slice result = response.result();
        if (result == null) {
            fail(
                    wait,
                    "the client responded to " + input.method() + " with an error",
                    "request the result again once the client can answer");
            return true;
        }
        JsonWriter params = new JsonWriter(result.length() + 128).beginObject().string("taskId", wait.taskId());
        params.beginObject("inputResponses").raw(input.key(), result).endObject();
        sendRequest("tasks/update", params.endObject().slice(), new Purpose(wait.clientId(), true, confirmation -> {}));
        return true;
    }

    // --- messages of the server

    /**
     * Returns the result of a call that should run as a task: the task that the server has created, or a completed task
     * if the server returned the result.
     *
     * @param legacyResult the result in the form of the client's revision
     */
    Slice createTask(@Nullable String resultType, Slice result, Slice legacyResult) {
        Slice task = "task".equals(resultType) ? LegacyTaskMessages.toLegacy(result) : finishedCalls.add(legacyResult);
        return new JsonWriter(task.length() + 16)
                .beginObject()
                .raw("task", task)
                .endObject()
                .slice();
    }

    private void sendRequest(String method, Slice params, Purpose purpose) {
        try {
            var _ = ownRequests
                    .send(method, initializeData.withTaskMetadata(params))
                    .response()
                    .whenComplete((response, failure) -> {
                        if (response != null) {
                            handleResponse(response, purpose);
                        } else if (failure instanceof UpstreamException upstreamFailure) {
                            handleFailure(upstreamFailure, purpose);
                        }
                    });
        } catch (IOException e) {
            if (endWaitIfOpen(purpose)) {
                sendRefusal(purpose.clientId(), "too many requests about tasks are pending", RETRY_LATER);
            }
        }
    }

    private void handleResponse(Message response, Purpose purpose) {
        Slice result = response.result();
        if (result != null) {
            purpose.onResult().accept(result);
        } else if (endWaitIfOpen(purpose)) {
            client.accept(ModernErrors.translate(null, response.withId(purpose.clientId())));
        }
    }

    private void handleFailure(UpstreamException failure, Purpose purpose) {
        RefusedException why = failure.refusal();
        if (why != null && endWaitIfOpen(purpose)) {
            errorSender.accept(purpose.clientId(), why);
        }
    }

    /**
     * Ends the wait of the client's request, if the request is a {@code tasks/result}. Returns whether the request must
     * still be answered: false if its wait had ended before.
     */
    private boolean endWaitIfOpen(Purpose purpose) {
        return !purpose.isForWait() || endWait(purpose.clientId());
    }

    /** Handles the response to a request of this class. Returns false for other responses. */
    boolean onResponse(Message response) {
        return ownRequests.accept(response);
    }

    /** Handles the failure of a request of this class. Returns false for other requests. */
    boolean onFailure(Slice id, RefusedException why) {
        return ownRequests.fail(id, new UpstreamException(why));
    }

    // --- results

    private void poll(ResultWait wait) {
        if (isWaiting(wait)) {
            sendRequest(
                    "tasks/get",
                    TaskMessages.params(wait.taskId()),
                    new Purpose(wait.clientId(), true, task -> onTask(wait, task)));
        }
    }

    private boolean isWaiting(ResultWait wait) {
        return wait.equals(waits.find(wait.clientId()));
    }

    private void onTask(ResultWait wait, Slice task) {
        Slice result = ObjectEdit.objectIn(task, "result");
        switch (TaskMessages.status(task)) {
            case "completed" -> {
                if (result == null) {
                    fail(wait, "the server completed the task without a result", REPEAT_IF_HARMLESS);
                } else if (endWait(wait.clientId())) {
                    Slice resultWithTask = LegacyTaskMessages.withRelatedTask(result, wait.taskId());
                    client.accept(Message.result(
                            wait.clientId(),
                            LegacyResults.translate("tools/call", resultWithTask, initializeData.revision())));
                }
            }
            case "failed" -> {
                Slice error = ObjectEdit.objectIn(task, "error");
                if (error == null) {
                    fail(wait, "the task failed", REPEAT_IF_HARMLESS);
                } else if (endWait(wait.clientId())) {
                    client.accept(ModernErrors.translate("tools/call", Message.error(wait.clientId(), error)));
                }
            }
            case "cancelled" -> fail(wait, "the task was cancelled", REPEAT_IF_HARMLESS);
            case "input_required" -> {
                passInputRequests(wait, ObjectEdit.objectIn(task, "inputRequests"));
                pollLater(wait, task);
            }
            default -> pollLater(wait, task);
        }
    }

    private void pollLater(ResultWait wait, Slice task) {
        long pauseMillis = Math.clamp(pollIntervalMillis(task), MIN_PAUSE_MILLIS, MAX_PAUSE_MILLIS);
        CompletableFuture.delayedExecutor(pauseMillis, TimeUnit.MILLISECONDS, Thread::startVirtualThread)
                .execute(() -> poll(wait));
    }

    private static long pollIntervalMillis(Slice task) {
        Slice interval = ObjectEdit.valueIn(task, "pollIntervalMs");
        try {
            return interval == null ? DEFAULT_PAUSE_MILLIS : Long.parseLong(interval.utf8());
        } catch (NumberFormatException e) {
            return DEFAULT_PAUSE_MILLIS;
        }
    }

    private void passInputRequests(ResultWait wait, @Nullable Slice inputRequests) {
        if (inputRequests == null) {
            return;
        }
        Members members = Members.of(inputRequests);
        while (members.next()) {
            String key = members.keyText();
            if (wait.passedKeys().add(key) && !passInputRequest(wait, key, members.value())) {
                return;
            }
        }
    }

    /**
     * Passes an input request to the client. If that is not possible, ends the client's request with an error and
     * returns false.
     */
    private boolean passInputRequest(ResultWait wait, String key, Slice request) {
        String method = ObjectEdit.textIn(request, "method", 64);
        Slice params = ObjectEdit.objectIn(request, "params");
        if (method == null || key.length() > MAX_KEY_LENGTH || wait.passedKeys().size() > MAX_INPUT_REQUESTS) {
            return fail(wait, "the server sent an invalid input request", "repeat the call if it changes nothing");
        }
        if (!initializeData.supports(method, params)) {
            String name = ProtocolMethod.isInput(method) ? method : "an unknown method";
            return fail(
                    wait,
                    "the task requests input by " + name + ", which the client did not declare in initialize",
                    "use a client that declares it, or pass all input as arguments");
        }
        Slice ownId = inputIds.next();
        if (!openInputs.add(ownId, new OpenInput(ownId, wait, key, method))) {
            return fail(wait, "too many input requests are open", "answer those that are open");
        }
        Slice clientParams = MultiRoundRequest.toLegacyInputParams(params, initializeData.revision());
        client.accept(Message.request(ownId, method, LegacyTaskMessages.withRelatedTask(clientParams, wait.taskId()))
                .withRelatedRequest(wait.clientId()));
        return true;
    }

    /** Ends a wait with an error. Always returns false, so that callers can report the failure in one statement. */
    private boolean fail(ResultWait wait, String problem, String suggestion) {
        if (endWait(wait.clientId())) {
            RefusedException why = new RefusedException(ErrorCode.INVALID_REQUEST, problem, suggestion);
            client.accept(Message.error(wait.clientId(), new ErrorObject(ErrorObject.INVALID_PARAMS, why)));
        }
        return false;
    }

    /** Ends a wait and cancels its input requests. Returns false if the wait had ended before. */
    private boolean endWait(Slice clientId) {
        ResultWait wait = waits.cancel(clientId);
        if (wait != null) {
            cancelInputs(wait, "the task has ended");
        }
        return wait != null;
    }

    private void cancelInputs(ResultWait wait, String reason) {
        openInputs
                .removeIf(input -> input.resultWait().equals(wait))
                .forEach(input -> client.accept(
                        Message.cancellation(input.ownId(), reason).withRelatedRequest(wait.clientId())));
    }

    void close() {
        var _ = waits.removeAll();
        var _ = openInputs.removeAll();
        ownRequests.failAll(new IOException("the server has closed"));
        finishedCalls.clear();
    }

    private static Slice copyOf(Slice slice) {
        return Slice.of(slice.toByteArray());
    }
}
