package dev.plimsoll.gateway.hub.method;

import dev.plimsoll.gateway.hub.session.HubErrorException;
import dev.plimsoll.gateway.hub.session.HubMethodHandler;
import dev.plimsoll.gateway.hub.session.HubRequest;
import dev.plimsoll.gateway.hub.session.HubSession;
import dev.plimsoll.gateway.hub.session.OpenLink;
import dev.plimsoll.gateway.hub.session.ServerLink;
import dev.plimsoll.gateway.hub.session.Tasks.Task;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;

/** Forwards task requests to the server that created the task. */
final class TaskRequests implements HubMethodHandler {

    @Override
    public void handle(Message request, HubRequest hubRequest, HubSession hubSession) throws HubErrorException {
        Slice params = request.params();
        String id = ObjectEdit.textIn(params, "taskId", 1024);
        Task task = id == null
                ? null
                : hubSession.serverGroup().tasks().find(hubSession.caller().subject(), id);
        if (params == null || task == null) {
            throw new HubErrorException(ErrorObject.of(
                    new RefusedException(ErrorCode.NOT_FOUND, "unknown or expired task", "a taskId from a response")
                            .detail("argument", "taskId")));
        }
        Slice serverTaskId = new ByteSink().string(task.id()).slice();
        Slice serverParams = hubSession
                .serverGroup()
                .tasks()
                .withServerIdOfRelatedTask(hubSession.caller().subject(), params);
        Message serverRequest = request.withParams(ObjectEdit.with(serverParams, "taskId", serverTaskId));
        ServerLink serverLink = hubSession.serverLink(task.server());
        try {
            OpenLink openLink = serverLink.awaitOpen();
            hubRequest.setCurrentLink(openLink);
            // the result of a task needs no replacement of ids if the server and the client use the same id
            boolean canPassUnchanged =
                    hubRequest.method().equals("tasks/result") && task.id().equals(id);
            openLink.sendRequest(
                    serverRequest, canPassUnchanged ? hubRequest : new TaskResponseListener(serverLink, hubRequest));
        } catch (RefusedException e) {
            hubRequest.sendError(ErrorObject.of(e));
        }
    }
}
