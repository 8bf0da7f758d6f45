package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Collects the responses to a batch and sends them as one message, for revisions up to 2025-03-26. */
final class HubBatch {

    private final Peer requester;
    private final int expectedCount;
    private final List<Message> responses = new ArrayList<>();

    HubBatch(Peer requester, int expectedCount) {
        this.requester = requester;
        this.expectedCount = expectedCount;
    }

    /** Returns the peer that receives the response to one request of the batch. */
    Peer requesterOf(Slice id) {
        return new Peer() {
            @Override
            public void send(Message message) throws IOException {
                addResponse(message);
            }

            @Override
            public void onCancelled() {
                // the batch is sent only after every request has a response
                RefusedException reason =
                        new RefusedException(ErrorCode.INVALID_REQUEST, "cancelled", "repeat the request");
                try {
                    addResponse(Message.error(id, new ErrorObject(ErrorObject.INTERNAL_ERROR, reason)));
                } catch (IOException e) {
                    // the client has disconnected
                }
            }
        };
    }

    private void addResponse(Message message) throws IOException {
        synchronized (this) {
            responses.add(message);
            if (responses.size() < expectedCount) {
                return;
            }
        }
        requester.send(Message.batch(responses));
    }
}
