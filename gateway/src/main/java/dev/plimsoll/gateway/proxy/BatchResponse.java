package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Collects the responses to a batch and sends them as one array, which revisions up to 2025-03-26 require. */
final class BatchResponse implements Peer {

    private final Peer requester;
    private final int expectedCount;
    private final List<Message> responses = new ArrayList<>();

    BatchResponse(Peer requester, int expectedCount) {
        this.requester = requester;
        this.expectedCount = expectedCount;
    }

    @Override
    public void send(Message message) throws IOException {
        synchronized (this) {
            responses.add(message);
            if (responses.size() < expectedCount) {
                return;
            }
        }
        requester.send(Message.batch(responses));
    }
}
