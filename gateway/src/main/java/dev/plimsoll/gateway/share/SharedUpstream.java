package dev.plimsoll.gateway.share;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.MessageTooLarge;
import dev.plimsoll.gateway.upstream.CallerThread;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamListener;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The connection of one client to a server, over a shared connection. */
final class SharedUpstream implements Upstream, MessageReceiver {

    /** Size from which a response is handled on its own thread, so that it does not delay the messages of other clients. */
    private static final int LARGE = 1 << 15;

    private final SharedConnection server;
    private final boolean changes;
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile @Nullable UpstreamListener upstreamListener;

    SharedUpstream(SharedConnection server, boolean receivesChanges) {
        this.server = server;
        this.changes = receivesChanges;
    }

    /** Returns whether this client gets notifications that go to all clients. */
    boolean changes() {
        return changes;
    }

    @Override
    public void start(UpstreamListener listener) {
        upstreamListener = listener;
        server.joins(this);
    }

    @Override
    public void send(Slice... pieces) throws IOException {
        Message message = Message.of(Message.joined(pieces));
        if (message == null) {
            throw new IllegalArgumentException("pieces: must be a message");
        }
        server.send(this, message);
    }

    /** Completes the handshake of the connection, which all clients share. */
    void initialized() throws IOException {
        server.initialized();
    }

    @Override
    public void heard(Slice notification) {
        tell(listener -> listener.onMessage(notification));
    }

    @Override
    public void answered(Message response) {
        if (response.bytes().length() > LARGE && !CallerThread.isUsed()) {
            Thread.startVirtualThread(() -> hand(response));
        } else {
            hand(response);
        }
    }

    /** Passes a response to the listener, which may copy it. If memory is too short for that, the request fails. */
    private void hand(Message response) {
        try {
            tell(listener -> listener.onMessage(response));
        } catch (OutOfMemoryError e) {
            Slice id = response.id();
            if (id != null) {
                failed(id, MessageTooLarge.forMemory(response.bytes().length()));
            }
        }
    }

    @Override
    public void failed(Slice id, RefusedException why) {
        tell(listener -> listener.onRequestFailed(id, why));
    }

    /** Calls a method of the listener. */
    private interface Telling {
        void to(UpstreamListener upstreamListener) throws IOException;
    }

    private void tell(Telling call) {
        UpstreamListener listener = upstreamListener;
        if (listener != null) {
            try {
                call.to(listener);
            } catch (IOException e) {
                // the client has disconnected
            }
        }
    }

    void ended(String reason) {
        UpstreamListener listener = upstreamListener;
        if (listener != null && over.compareAndSet(false, true)) {
            listener.onClosed(reason);
        }
    }

    @Override
    public void close() {
        server.leaves(this);
        ended("it was closed");
    }
}
