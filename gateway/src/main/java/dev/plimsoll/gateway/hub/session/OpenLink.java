package dev.plimsoll.gateway.hub.session;

import dev.plimsoll.gateway.endpoint.ServerSession;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.OwnRequests;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.rpc.PendingRequests;
import dev.plimsoll.gateway.rpc.ReceivedMessages;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.util.Objects;

/**
 * An open connection to a server. If it closes, all pending listeners are notified, even if the server has received
 * their requests.
 */
public final class OpenLink {

    private final ServerSession session;
    private final PendingRequests<ResponseListener> clientRequests = new PendingRequests<>(Integer.MAX_VALUE);
    private final OwnRequests ownRequests;
    private volatile boolean isClosed;

    /** Receives the response to one request. */
    public interface ResponseListener extends Peer {

        /** Reports that no response will come because the server has stopped. Has no effect after a response. */
        void onConnectionLost();
    }

    OpenLink(ServerSession session) {
        this.session = session;
        this.ownRequests = OwnRequests.to(session::handle);
    }

    public ServerSession session() {
        return session;
    }

    /** Returns the requests of the hub itself. They fail if the connection closes. */
    public OwnRequests ownRequests() {
        return ownRequests;
    }

    /** Sends a request of the client. */
    public void sendRequest(Message request, ResponseListener responseListener) {
        Slice id = Objects.requireNonNull(request.id());
        var _ = clientRequests.add(id, responseListener);
        if (!isClosed) {
            session.handle(ReceivedMessages.of(request), new TrackedListener(id, responseListener));
        }
        if (isClosed) {
            failPendingRequests();
        }
    }

    /** Sends a message that has no response. */
    public void send(Message message) {
        if (!isClosed) {
            session.handle(ReceivedMessages.of(message), response -> {});
        }
    }

    /** Closes the connection and waits until it is closed. */
    void close() {
        session.close();
        isClosed = true;
        ownRequests.close(() -> new IOException("the server has stopped"));
        failPendingRequests();
    }

    private void failPendingRequests() {
        clientRequests.removeAll().forEach(ResponseListener::onConnectionLost);
    }

    private final class TrackedListener implements Peer {

        private final Slice id;
        private final ResponseListener responseListener;

        TrackedListener(Slice id, ResponseListener responseListener) {
            this.id = id;
            this.responseListener = responseListener;
        }

        @Override
        public void send(Message message) throws IOException {
            var _ = clientRequests.remove(id, responseListener);
            responseListener.send(message);
        }

        @Override
        public boolean isProgram() {
            return responseListener.isProgram();
        }

        @Override
        public boolean needsFreshResults() {
            return responseListener.needsFreshResults();
        }

        @Override
        public void onCancelled() {
            var _ = clientRequests.remove(id, responseListener);
            responseListener.onCancelled();
        }
    }
}
