package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.util.List;

/** Registers the tasks that a response creates, and replaces their ids with those for clients. */
final class TaskWatch implements OpenLink.ResponseListener {

    private final ServerLink serverLink;
    private final HubRequest hubRequest;

    TaskWatch(ServerLink serverLink, HubRequest hubRequest) {
        this.serverLink = serverLink;
        this.hubRequest = hubRequest;
    }

    @Override
    public void send(Slice... pieces) throws IOException {
        Message answer = Message.parse(Message.join(pieces));
        Slice result = answer == null ? null : answer.result();
        Slice shown = result == null ? null : serverLink.serverGroup().tasks().forClient(serverLink, result);
        if (answer == null || result == null || shown == null || shown.isSameRange(result)) {
            hubRequest.send(pieces);
        } else {
            hubRequest.send(answer.replace(result, List.of(shown)));
        }
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
