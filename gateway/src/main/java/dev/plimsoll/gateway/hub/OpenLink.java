package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.endpoint.ServerSession;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.rpc.ReceivedMessages;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An open connection to a server. If it closes, all pending listeners are notified, even if the server has received
 * their requests.
 */
final class OpenLink {

    private final ServerSession session;
    private final Set<ResponseListener> listeners = ConcurrentHashMap.newKeySet();
    private volatile boolean isClosed;

    /** Receives the response to one request. */
    interface ResponseListener extends Peer {

        /** Reports that no response will come because the server has stopped. Has no effect after a response. */
        void onConnectionLost();
    }

    OpenLink(ServerSession session) {
        this.session = session;
    }

    ServerSession session() {
        return session;
    }

    /** Sends a request of the client or of the hub. */
    void sendRequest(Message request, ResponseListener responseListener) {
        listeners.add(responseListener);
        if (!isClosed) {
            session.handle(ReceivedMessages.of(request), new TrackedListener(responseListener));
        }
        if (isClosed) {
            notifyListeners();
        }
    }

    /** Sends a message that has no response. */
    void send(Message message) {
        if (!isClosed) {
            session.handle(ReceivedMessages.of(message), answer -> {});
        }
    }

    /** Closes the connection and waits until it is closed. */
    void close() {
        session.close();
        isClosed = true;
        notifyListeners();
    }

    private void notifyListeners() {
        for (ResponseListener responseListener : List.copyOf(listeners)) {
            if (listeners.remove(responseListener)) {
                responseListener.onConnectionLost();
            }
        }
    }

    private final class TrackedListener implements Peer {

        private final ResponseListener responseListener;

        TrackedListener(ResponseListener responseListener) {
            this.responseListener = responseListener;
        }

        @Override
        public void send(Message message) throws IOException {
            listeners.remove(responseListener);
            responseListener.send(message);
        }

        @Override
        public boolean isProgram() {
            return responseListener.isProgram();
        }

        @Override
        public void onCancelled() {
            listeners.remove(responseListener);
            responseListener.onCancelled();
        }
    }
}
