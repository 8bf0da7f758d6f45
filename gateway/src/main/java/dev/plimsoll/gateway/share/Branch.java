package dev.plimsoll.gateway.share;

import dev.plimsoll.gateway.upstream.Hearer;
import dev.plimsoll.gateway.upstream.Lent;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.gateway.wire.TooLarge;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** One client's way to a server that others use as well. */
final class Branch implements Upstream, Receiver {

    /** What takes its time to look at must not keep the others from hearing. */
    private static final int LARGE = 1 << 15;

    private final SharedServer server;
    private final boolean changes;
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile @Nullable Hearer hearer;

    Branch(SharedServer server, boolean changes) {
        this.server = server;
        this.changes = changes;
    }

    /** Whether it is told what concerns all. */
    boolean changes() {
        return changes;
    }

    @Override
    public void hear(Hearer whoHears) {
        hearer = whoHears;
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

    /** Part of the opening, which is everyone's. */
    void initialized() throws IOException {
        server.initialized();
    }

    @Override
    public void heard(Slice notification) {
        tell(known -> known.heard(notification));
    }

    @Override
    public void answered(Message answer) {
        if (answer.bytes().length() > LARGE && !Lent.isUsed()) {
            Thread.startVirtualThread(() -> hand(answer));
        } else {
            hand(answer);
        }
    }

    /** On its way it may be copied. */
    private void hand(Message answer) {
        try {
            tell(known -> known.heard(answer));
        } catch (OutOfMemoryError e) {
            Slice id = answer.id();
            if (id != null) {
                failed(id, TooLarge.forMemory(answer.bytes().length()));
            }
        }
    }

    @Override
    public void failed(Slice id, RefusedException why) {
        tell(known -> known.failed(id, why));
    }

    /** What is told to one who hears. */
    private interface Telling {
        void to(Hearer hearer) throws IOException;
    }

    private void tell(Telling what) {
        Hearer known = hearer;
        if (known != null) {
            try {
                what.to(known);
            } catch (IOException e) {
                // the client is gone, and will leave
            }
        }
    }

    void ended(String how) {
        Hearer known = hearer;
        if (known != null && over.compareAndSet(false, true)) {
            known.ended(how);
        }
    }

    @Override
    public void close() {
        server.leaves(this);
        ended("it was left");
    }
}
