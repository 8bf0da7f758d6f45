package dev.plimsoll.gateway.upstream.shared;

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

/** Upstream of one client over a shared connection. */
final class SharedUpstream implements Upstream, MessageReceiver {

    /**
     * Size above which a response is handled on its own thread, so that it does not delay the messages of other
     * clients.
     */
    private static final int LARGE_RESPONSE_BYTES = 1 << 15;

    private final SharedConnection connection;
    private final boolean receivesChanges;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile @Nullable UpstreamListener upstreamListener;

    SharedUpstream(SharedConnection connection, boolean receivesChanges) {
        this.connection = connection;
        this.receivesChanges = receivesChanges;
    }

    /** Returns whether this client gets the notifications of changed listings and resources. */
    boolean receivesChanges() {
        return receivesChanges;
    }

    @Override
    public void start(UpstreamListener listener) {
        upstreamListener = listener;
        connection.addClient(this);
    }

    @Override
    public void send(Message message) throws IOException {
        connection.send(this, message);
    }

    /** Completes the handshake of the connection, which all clients share. */
    void sendInitialized() throws IOException {
        connection.sendInitialized();
    }

    @Override
    public void onNotification(Message notification) {
        callListener(listener -> listener.onMessage(notification));
    }

    @Override
    public void onResponse(Message response) {
        if (response.length() > LARGE_RESPONSE_BYTES && !CallerThread.isUsed()) {
            Thread.startVirtualThread(() -> deliver(response));
        } else {
            deliver(response);
        }
    }

    /** Passes a response to the listener, which may copy it. If there is not enough memory, the request fails. */
    private void deliver(Message response) {
        try {
            callListener(listener -> listener.onMessage(response));
        } catch (OutOfMemoryError e) {
            Slice id = response.id();
            if (id != null) {
                onFailure(id, MessageTooLarge.outOfMemory(response.length()));
            }
        }
    }

    @Override
    public void onFailure(Slice id, RefusedException why) {
        callListener(listener -> listener.onRequestFailed(id, why));
    }

    /** Call of a method of the listener. */
    private interface ListenerCall {
        void accept(UpstreamListener upstreamListener) throws IOException;
    }

    private void callListener(ListenerCall call) {
        UpstreamListener listener = upstreamListener;
        if (listener != null) {
            try {
                call.accept(listener);
            } catch (IOException e) {
                // the client has disconnected
            }
        }
    }

    void onClosed(String reason) {
        UpstreamListener listener = upstreamListener;
        if (listener != null && closed.compareAndSet(false, true)) {
            listener.onClosed(reason);
        }
    }

    @Override
    public void close() {
        connection.removeClient(this);
        onClosed("it was closed");
    }
}
