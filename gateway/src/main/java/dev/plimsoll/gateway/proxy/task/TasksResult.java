package dev.plimsoll.gateway.proxy.task;

import dev.plimsoll.call.ToolCall;
import dev.plimsoll.gateway.proxy.check.TierCheck;
import dev.plimsoll.gateway.proxy.request.MethodHandler;
import dev.plimsoll.gateway.proxy.request.RelaySession;
import dev.plimsoll.gateway.proxy.request.RequestAction;
import dev.plimsoll.gateway.proxy.request.TaskTable;
import dev.plimsoll.gateway.proxy.request.ToolResultHandler;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** Handles {@code tasks/result}: the result of a task is that of a tool call, and is guarded in the same way. */
public final class TasksResult implements MethodHandler {

    @Override
    public RequestAction decide(Message request, RelaySession relaySession) {
        RequestAction ownerRefusal = TaskOwnerCheck.findRefusal(request, relaySession);
        if (ownerRefusal != null) {
            return ownerRefusal;
        }
        ToolCall callForUnknownTask = relaySession.call("tasks/result", request);
        ToolResultHandler handler = resultHandler(request.params(), callForUnknownTask, relaySession);
        RequestAction tierRefusal =
                TierCheck.findRefusal(withCurrentPermissions(handler, callForUnknownTask), relaySession);
        return tierRefusal == null ? new RequestAction.Forward(null, handler) : tierRefusal;
    }

    /** Returns the call that started a task, with the caller's current permissions instead of those at its start. */
    static ToolCall withCurrentPermissions(ToolResultHandler handler, ToolCall currentCall) {
        return handler.call().withSettings(currentCall.settings());
    }

    /**
     * Returns the handler of the call that started a task; if the task is not known, a handler for {@code
     * callForUnknownTask}.
     */
    static ToolResultHandler resultHandler(
            @Nullable Slice params, ToolCall callForUnknownTask, RelaySession relaySession) {
        String id = ObjectEdit.textIn(params, "taskId", TaskTable.MAX_ID_BYTES);
        ToolResultHandler knownHandler =
                id == null ? null : relaySession.tasks().find(id);
        // the table is shared, so the task may belong to another caller
        return knownHandler != null && knownHandler.call().caller().equals(callForUnknownTask.caller())
                ? knownHandler
                : new ToolResultHandler(relaySession, callForUnknownTask);
    }
}
