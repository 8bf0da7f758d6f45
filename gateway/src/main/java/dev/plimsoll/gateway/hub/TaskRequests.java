package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.hub.Tasks.Task;
import dev.plimsoll.gateway.wire.Fault;
import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.gateway.wire.ObjectEdit;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.util.List;

/** What concerns a task concerns the server that made it. */
final class TaskRequests implements Endpoint {

    @Override
    public void answer(Message request, Flight flight, Talk talk) throws HubFault {
        Slice params = request.params();
        String id = ObjectEdit.textIn(params, "taskId", 1024);
        Task task = id == null ? null : talk.circle().tasks().get(talk.caller().subject(), id);
        if (params == null || task == null) {
            throw new HubFault(Fault.of(new RefusedException(
                            ErrorCode.NOT_FOUND, "there is no such task (any more)", "the taskId of an answer")
                    .detail("argument", "taskId")));
        }
        Slice own = new ByteSink().string(task.id()).slice();
        Slice real = talk.circle().tasks().relatedReal(talk.caller().subject(), params);
        Slice body = Message.joined(request.with(params, List.of(ObjectEdit.with(real, "taskId", own))));
        Spoke spoke = talk.spoke(task.server());
        try {
            Live live = spoke.ready();
            flight.goes(live);
            // a result is not looked through where its task has the id that its server gave it
            boolean result = flight.method().equals("tasks/result") && task.id().equals(id);
            live.hear(body, result ? flight : new TaskWatch(spoke, flight));
        } catch (RefusedException e) {
            flight.fault(Fault.of(e));
        }
    }
}
