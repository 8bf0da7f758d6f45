package dev.plimsoll.gateway.proxy;

import dev.plimsoll.call.ToolCall;
import dev.plimsoll.gateway.proxy.ToolsCall.ToolResultHandler;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Guards the status of tasks. From 2026-07-28 on, it includes the result of a finished task. */
final class TaskStatus implements MethodHandler {

    static final int MAX_ID_BYTES = 1024;

    private static final String RESULT = "result";
    private static final String NOTIFICATION = "notifications/tasks";

    @Override
    public RequestAction decide(Message request, RelaySession relaySession) {
        ToolResultHandler handler =
                TasksResult.resultHandler(request.params(), relaySession.call("tasks/result", request), relaySession);
        return new RequestAction.Forward(null, status -> {
            if (ObjectEdit.objectIn(status, RESULT) != null) {
                relaySession.engine().requireCall(handler.call());
            }
            return guard(status, handler);
        });
    }

    private static Slice guard(Slice status, ToolResultHandler handler) {
        Slice result = ObjectEdit.objectIn(status, RESULT);
        if (result == null) {
            return status;
        }
        Slice guarded = handler.answer(result);
        return guarded.isSameRange(result) ? status : ObjectEdit.with(status, RESULT, guarded);
    }

    static boolean matches(Message notification) {
        return NOTIFICATION.equals(notification.method());
    }

    /** Returns the notification with a guarded result; unchanged if it has no result. */
    static Slice guardNotification(Message notification, RelaySession relaySession) {
        Slice params = notification.params();
        if (params == null || ObjectEdit.objectIn(params, RESULT) == null) {
            return notification.bytes();
        }
        ToolCall unknown = relaySession.call("tasks/result", notification);
        // only revision 2026-07-28 has this notification
        ToolCall modern = unknown.withClient(
                ClientFeatures.modern().withToolNames(unknown.client().toolNames()));
        ToolResultHandler handler = TasksResult.resultHandler(params, modern, relaySession);
        if (TierCheck.findRefusal(handler.call(), relaySession) != null) {
            return Message.join(notification.replace(params, List.of(ObjectEdit.without(params, RESULT))));
        }
        Slice status = guard(params, handler);
        return status.isSameRange(params)
                ? notification.bytes()
                : Message.join(notification.replace(params, List.of(status)));
    }

    /** Returns the id of the task that a result starts, in the form of either era; null if it starts none. */
    static @Nullable String findStartedTask(Slice result) {
        String nestedId = ObjectEdit.textIn(ObjectEdit.objectIn(result, "task"), "taskId", MAX_ID_BYTES);
        boolean flat = "task".equals(ObjectEdit.textIn(result, "resultType", 64));
        return flat ? ObjectEdit.textIn(result, "taskId", MAX_ID_BYTES) : nestedId;
    }
}
