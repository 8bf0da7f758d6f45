package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.proxy.ToolsCall.Guarding;
import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.gateway.wire.ObjectEdit;
import dev.plimsoll.view.ReadArguments;

/** The results of tasks are tools' results that arrive later. */
final class TasksResult implements Endpoint {

    @Override
    public Route route(Message request, Conversation conversation) {
        String id = ObjectEdit.textIn(request.params(), "taskId", 1024);
        Guarding known = id == null ? null : conversation.tasks().get(id);
        Guarding call = known == null
                ? new Guarding(conversation, conversation.call("tasks/result", request), ReadArguments.NONE)
                : known;
        return new Route.Onward(null, call);
    }
}
