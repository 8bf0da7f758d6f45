package dev.plimsoll.gateway.hub.method;

import dev.plimsoll.gateway.hub.session.HubRequest;
import dev.plimsoll.gateway.hub.session.OpenLink;
import dev.plimsoll.gateway.hub.session.ServerLink;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.json.Slice;
import java.io.IOException;

/** Registers the task that a response contains, and replaces its id with the id for the client. */
final class TaskResponseListener implements OpenLink.ResponseListener {

    private final ServerLink serverLink;
    private final HubRequest hubRequest;

    TaskResponseListener(ServerLink serverLink, HubRequest hubRequest) {
        this.serverLink = serverLink;
        this.hubRequest = hubRequest;
    }

    @Override
    public void send(Message response) throws IOException {
        Slice result = response.result();
        Slice convertedTask =
                result == null ? null : serverLink.serverGroup().tasks().withClientIdOfTask(serverLink, result);
        if (result == null || convertedTask == null || convertedTask.isSameRange(result)) {
            hubRequest.send(response);
        } else {
            hubRequest.send(response.withResult(convertedTask));
        }
    }

    @Override
    public boolean isProgram() {
        return hubRequest.isProgram();
    }

    @Override
    public boolean needsFreshResults() {
        return hubRequest.needsFreshResults();
    }

    @Override
    public void onCancelled() {
        hubRequest.onCancelled();
    }

    @Override
    public void onConnectionLost() {
        hubRequest.onConnectionLost();
    }
}
