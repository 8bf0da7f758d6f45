package dev.plimsoll.gateway.proxy.task;

import dev.plimsoll.call.Outcome;
import dev.plimsoll.call.RawResult;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.gateway.proxy.check.TierCheck;
import dev.plimsoll.gateway.proxy.request.MethodHandler;
import dev.plimsoll.gateway.proxy.request.OpenElicitations;
import dev.plimsoll.gateway.proxy.request.PendingRequest;
import dev.plimsoll.gateway.proxy.request.RelaySession;
import dev.plimsoll.gateway.proxy.request.RequestAction;
import dev.plimsoll.gateway.proxy.request.RequestAction.ResultHandler;
import dev.plimsoll.gateway.proxy.request.ToolResultHandler;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.SegmentedText;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.telemetry.Receipt;
import java.util.function.Consumer;

/** Guards the status of tasks. From revision 2026-07-28 on, the status of a finished task contains its result. */
public final class TaskStatus implements MethodHandler {

    private static final String RESULT = "result";
    private static final String NOTIFICATION = "notifications/tasks";

    @Override
    public RequestAction decide(Message request, RelaySession relaySession) {
        RequestAction ownerRefusal = TaskOwnerCheck.findRefusal(request, relaySession);
        if (ownerRefusal != null) {
            return ownerRefusal;
        }
        ToolCall callForUnknownTask = relaySession.call("tasks/result", request);
        ToolResultHandler handler = TasksResult.resultHandler(request.params(), callForUnknownTask, relaySession);
        return new RequestAction.Forward(
                null, new StatusHandler(handler, TasksResult.withCurrentPermissions(handler, callForUnknownTask)));
    }

    /**
     * Guards the result in a status.
     *
     * @param handler the handler of the call that started the task
     * @param call the same call with the permissions that its caller has now
     */
    private record StatusHandler(ToolResultHandler handler, ToolCall call) implements ResultHandler {

        @Override
        public Slice answer(Slice status) {
            return guard(status, receipt -> {});
        }

        @Override
        public SegmentedText answer(RawResult status, PendingRequest pending, OpenElicitations openElicitations) {
            if (ObjectEdit.objectIn(status.bytes(), RESULT) != null) {
                handler.session().engine().requireCall(call);
            }
            return SegmentedText.of(guard(status.bytes(), pending.requester()::onReceipt));
        }

        private Slice guard(Slice status, Consumer<Receipt> receipts) {
            Slice result = ObjectEdit.objectIn(status, RESULT);
            if (result == null) {
                return status;
            }
            Outcome outcome = handler.guard(RawResult.of(result));
            receipts.accept(outcome.receipt());
            Slice guarded = outcome.result();
            return guarded.isSameRange(result) ? status : ObjectEdit.with(status, RESULT, guarded);
        }
    }

    public static boolean matches(Message notification) {
        return NOTIFICATION.equals(notification.method());
    }

    /** Returns the notification with a guarded result; unchanged if it has no result. */
    public static Message guardNotification(Message notification, RelaySession relaySession) {
        Slice params = notification.params();
        if (params == null || ObjectEdit.objectIn(params, RESULT) == null) {
            return notification;
        }
        ToolCall callForUnknownTask = relaySession.call("tasks/result", notification);
        // only revision 2026-07-28 has this notification
        ToolCall modernCall = callForUnknownTask.withClient(ClientFeatures.modern()
                .withToolNames(callForUnknownTask.client().toolNames()));
        ToolResultHandler handler = TasksResult.resultHandler(params, modernCall, relaySession);
        ToolCall call = TasksResult.withCurrentPermissions(handler, modernCall);
        if (TierCheck.findRefusal(call, relaySession) != null
                || TaskOwnerCheck.isOfAnotherCaller(params, callForUnknownTask.caller(), relaySession)) {
            return notification.withParams(ObjectEdit.without(params, RESULT));
        }
        Slice status = new StatusHandler(handler, call).answer(params);
        return status.isSameRange(params) ? notification : notification.withParams(status);
    }
}
