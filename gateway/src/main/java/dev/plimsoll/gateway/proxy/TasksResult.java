package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.proxy.ToolsCall.Guarding;
import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.gateway.wire.ObjectEdit;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ToolCall;
import dev.plimsoll.view.ReadArguments;
import org.jspecify.annotations.Nullable;

/** The results of tasks are tools' results that arrive later. */
final class TasksResult implements Endpoint {

    @Override
    public Route route(Message request, Conversation conversation) {
        ToolCall unknown = conversation.call("tasks/result", request);
        Guarding call = of(request.params(), unknown, conversation);
        Route refused = Admission.refused(call.call(), conversation);
        return refused == null ? new Route.Onward(null, call) : refused;
    }

    /** The call that a task answers; a general one where it is not known. */
    static Guarding of(@Nullable Slice params, ToolCall unknown, Conversation conversation) {
        String id = ObjectEdit.textIn(params, "taskId", TaskStatus.LONGEST_ID);
        Guarding known = id == null ? null : conversation.tasks().get(id);
        // what is known of a server may be another caller's
        return known != null && known.call().caller().equals(unknown.caller())
                ? known
                : new Guarding(conversation, unknown, ReadArguments.NONE);
    }
}
