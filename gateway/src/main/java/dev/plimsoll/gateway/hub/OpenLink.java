package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.endpoint.ServerLine;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** An open line to a server. Whoever waits for an answer hears of it when the line is gone, whatever it did with the request. */
final class OpenLink {

    private final ServerLine line;
    private final Set<Waiter> waiters = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** Who waits for one answer. */
    interface Waiter extends Peer {

        /** There will be none: the server has ended. Does nothing once there was one. */
        void lost();
    }

    OpenLink(ServerLine line) {
        this.line = line;
    }

    ServerLine line() {
        return line;
    }

    /** A request of the client or of ours. */
    void hear(Slice request, Waiter waiter) {
        waiters.add(waiter);
        if (!closed) {
            line.hear(request, new Waited(waiter));
        }
        if (closed) {
            lose();
        }
    }

    /** A message that is not answered. */
    void tell(Slice message) {
        if (!closed) {
            line.hear(message, (Slice... answer) -> {});
        }
    }

    /** Closes it, and waits for that. */
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
