package dev.plimsoll.gateway.single;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamListener;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

/** An upstream that uses a unit of a pool, and gives it back when it is closed. */
final class LimitedUpstream implements Upstream {

    private final Upstream upstream;
    private final Runnable release;
    private final AtomicBoolean closed = new AtomicBoolean();

    LimitedUpstream(Upstream upstream, Runnable release) {
        this.upstream = upstream;
        this.release = release;
    }

    @Override
    public void start(UpstreamListener upstreamListener) {
        upstream.start(upstreamListener);
    }

    @Override
    public void send(Message message) throws IOException {
        upstream.send(message);
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            try {
                upstream.close();
            } finally {
                release.run();
            }
        }
    }
}
