package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.proxy.ToolsCall.Guarding;
import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.gateway.wire.ObjectEdit;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.view.ReadArguments;

/** The results of tasks are tools' results that arrive later. */
final class TasksResult implements Endpoint {

    @Override
    public Route route(Message request, Conversation conversation) {
        String id = ObjectEdit.textIn(request.params(), "taskId", 1024);
        ToolCall unknown = conversation.call("tasks/result", request);
        Guarding known = id == null ? null : conversation.tasks().get(id);
        // what is known of a server may be another caller's
        Guarding call = known != null && known.call().caller().equals(unknown.caller())
                ? known
                : new Guarding(conversation, unknown, ReadArguments.NONE);
        Route refused = Admission.refused(call.call(), conversation);
        return refused == null ? new Route.Onward(null, call) : refused;
    }
}
