package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.util.List;

/** Sees which tasks come of a request. */
final class TaskWatch implements OpenLink.Waiter {

    private final ServerLink serverLink;
    private final HubRequest hubRequest;

    TaskWatch(ServerLink serverLink, HubRequest hubRequest) {
        this.serverLink = serverLink;
        this.hubRequest = hubRequest;
    }

    @Override
    public void send(Slice... pieces) throws IOException {
        Message answer = Message.of(Message.joined(pieces));
        Slice result = answer == null ? null : answer.result();
        Slice shown = result == null ? null : serverLink.circle().tasks().shown(serverLink, result);
        if (answer == null || result == null || shown == null || shown.isSameRange(result)) {
            hubRequest.send(pieces);
        } else {
            hubRequest.send(answer.with(result, List.of(shown)));
        }
    }

    @Override
    public void onCancelled() {
        hubRequest.onCancelled();
    }

    @Override
    public void lost() {
        hubRequest.lost();
    }
}
