package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.endpoint.ServerLine;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An open connection to a server. If it closes, all pending waiters are notified, even if the server got their
 * requests.
 */
final class OpenLink {

    private final ServerLine line;
    private final Set<Waiter> waiters = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** Receives the response to one request. */
    interface Waiter extends Peer {

        /** Reports that no response will come because the server has stopped. Has no effect after a response. */
        void lost();
    }

    OpenLink(ServerLine line) {
        this.line = line;
    }

    ServerLine line() {
        return line;
    }

    /** Sends a request of the client or of the hub. */
    void hear(Slice request, Waiter waiter) {
        waiters.add(waiter);
        if (!closed) {
            line.hear(request, new Waited(waiter));
        }
        if (closed) {
            lose();
        }
    }

    /** Sends a message that has no response. */
    void tell(Slice message) {
        if (!closed) {
            line.hear(message, (Slice... answer) -> {});
        }
    }

    /** Closes the connection and waits until it is closed. */
    void close() {
        line.close();
        closed = true;
        lose();
    }

    private void lose() {
        for (Waiter waiter : List.copyOf(waiters)) {
            if (waiters.remove(waiter)) {
                waiter.lost();
            }
        }
    }

    private final class Waited implements Peer {

        private final Waiter waiter;

        Waited(Waiter waiter) {
            this.waiter = waiter;
        }

        @Override
        public void send(Slice... pieces) throws IOException {
            waiters.remove(waiter);
            waiter.send(pieces);
        }

        @Override
        public void onCancelled() {
            waiters.remove(waiter);
            waiter.onCancelled();
        }
    }
}
