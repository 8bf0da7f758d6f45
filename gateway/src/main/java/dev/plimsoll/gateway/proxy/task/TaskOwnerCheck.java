package dev.plimsoll.gateway.proxy.task;

import dev.plimsoll.gateway.proxy.request.MethodHandler;
import dev.plimsoll.gateway.proxy.request.ProtocolErrorException;
import dev.plimsoll.gateway.proxy.request.RelaySession;
import dev.plimsoll.gateway.proxy.request.RequestAction;
import dev.plimsoll.gateway.proxy.request.TaskTable;
import dev.plimsoll.gateway.proxy.request.ToolResultHandler;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import org.jspecify.annotations.Nullable;

/**
 * Hides the tasks of other callers from a caller. The server cannot do this on a shared connection, because
 * all callers look like one client there.
 */
public final class TaskOwnerCheck implements MethodHandler {

    @Override
    public RequestAction decide(Message request, RelaySession relaySession) {
        if ("tasks/list".equals(request.method())) {
            String caller = relaySession.call("tasks/list", request).caller();
            return new RequestAction.Forward(null, result -> withoutTasksOfOtherCallers(result, caller, relaySession));
        }
        RequestAction refusal = findRefusal(request, relaySession);
        return refusal == null ? RequestAction.PASS : refusal;
    }

    /**
     * Returns the refusal of a request about a task of another caller; null if the task is the caller's own,
     * or is not known.
     */
    static @Nullable RequestAction findRefusal(Message request, RelaySession relaySession) {
        Slice params = request.params();
        String caller = relaySession.call("tasks/result", request).caller();
        if (params == null || !isOfAnotherCaller(params, caller, relaySession)) {
            return null;
        }
        RefusedException why = new RefusedException(
                ErrorCode.NOT_FOUND, "unknown or expired task", "use the taskId of a task that you started");
        return new RequestAction.Answer(() -> {
            throw new ProtocolErrorException(new ErrorObject(ErrorObject.INVALID_PARAMS, why));
        });
    }

    /** Returns whether an object names the task of another caller. */
    static boolean isOfAnotherCaller(Slice task, String caller, RelaySession relaySession) {
        String id = ObjectEdit.textIn(task, "taskId", TaskTable.MAX_ID_BYTES);
        ToolResultHandler startHandler =
                id == null ? null : relaySession.tasks().find(id);
        return startHandler != null && !startHandler.call().caller().equals(caller);
    }

    private static Slice withoutTasksOfOtherCallers(Slice result, String caller, RelaySession relaySession) {
        Slice tasks = ObjectEdit.valueIn(result, "tasks");
        if (tasks == null || Json.type(tasks) != JsonType.ARRAY) {
            return result;
        }
        boolean isChanged = false;
        JsonWriter ownTasks = new JsonWriter(tasks.length()).beginArray();
        Elements elements = Elements.of(tasks);
        while (elements.next()) {
            if (isOfAnotherCaller(elements.value(), caller, relaySession)) {
                isChanged = true;
            } else {
                ownTasks.raw(elements.value());
            }
        }
        return isChanged ? ObjectEdit.with(result, "tasks", ownTasks.endArray().slice()) : result;
    }
}
