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

/** The branch of one client on a shared connection. */
final class SharedUpstream implements Upstream, MessageReceiver {

    /** Size from which a response is handled on its own thread, so that it does not delay the messages of other clients. */
    private static final int LARGE = 1 << 15;

    private final SharedConnection server;
    private final boolean changes;
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile @Nullable UpstreamListener upstreamListener;

    SharedUpstream(SharedConnection server, boolean changes) {
        this.server = server;
        this.changes = changes;
    }

    /** Returns whether the branch gets notifications for all clients. */
    boolean changes() {
        return changes;
    }

    @Override
    public void start(UpstreamListener whoHears) {
        upstreamListener = whoHears;
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
        tell(known -> known.onMessage(notification));
    }

    @Override
    public void answered(Message answer) {
        if (answer.bytes().length() > LARGE && !CallerThread.isUsed()) {
            Thread.startVirtualThread(() -> hand(answer));
        } else {
            hand(answer);
        }
    }

    /** Passes a response to the listener, which may copy it. If memory is too short for that, the request fails. */
    private void hand(Message answer) {
        try {
            tell(known -> known.onMessage(answer));
        } catch (OutOfMemoryError e) {
            Slice id = answer.id();
            if (id != null) {
                failed(id, MessageTooLarge.forMemory(answer.bytes().length()));
            }
        }
    }

    @Override
    public void failed(Slice id, RefusedException why) {
        tell(known -> known.onRequestFailed(id, why));
    }

    /** Calls a method of the listener. */
    private interface Telling {
        void to(UpstreamListener upstreamListener) throws IOException;
    }

    private void tell(Telling what) {
        UpstreamListener known = upstreamListener;
        if (known != null) {
            try {
                what.to(known);
            } catch (IOException e) {
                // the client has closed and will leave
            }
        }
    }

    void ended(String how) {
        UpstreamListener known = upstreamListener;
        if (known != null && over.compareAndSet(false, true)) {
            known.onClosed(how);
        }
    }

    @Override
    public void close() {
        server.leaves(this);
        ended("it was left");
    }
}
