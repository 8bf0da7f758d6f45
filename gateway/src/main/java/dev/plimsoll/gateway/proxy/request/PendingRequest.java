package dev.plimsoll.gateway.proxy.request;

import dev.plimsoll.gateway.proxy.request.RequestAction.ResultHandler;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/**
 * A request of the client that has no response yet.
 *
 * @param requester the peer that receives the response
 * @param resultHandler turns the result into the client's answer; null if the result stays unchanged
 */
public record PendingRequest(
        Slice id, String method, Peer requester, @Nullable ResultHandler resultHandler) {

    public static PendingRequest of(Message request, Peer requester, @Nullable ResultHandler resultHandler) {
        Slice id = request.id();
        String method = request.method();
        if (id == null || method == null) {
            throw new IllegalArgumentException("request: needs an id and a method");
        }
        // the id is copied, so that the message, which may be large, can be garbage-collected
        return new PendingRequest(Slice.of(id.toByteArray()), method, requester, resultHandler);
    }

    /**
     * Records that the server has sent an input request. It may belong to any pending request, because it
     * does not name one.
     */
    public void onInputRequest() {
        if (resultHandler != null) {
            resultHandler.onInputRequest();
        }
    }

    /** Ends the request without a response: the client no longer wants one. */
    public void cancel() {
        if (resultHandler != null) {
            resultHandler.onCancelled();
        }
        requester.onCancelled();
    }
}
