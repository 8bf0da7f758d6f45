package dev.plimsoll.gateway.single;

import dev.plimsoll.gateway.endpoint.PermitPool;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamListener;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

/** An upstream that holds a permit, and returns it when it is closed. */
final class LimitedUpstream implements Upstream {

    private final Upstream upstream;
    private final PermitPool permitPool;
    private final AtomicBoolean closed = new AtomicBoolean();

    LimitedUpstream(Upstream upstream, PermitPool permitPool) {
        this.upstream = upstream;
        this.permitPool = permitPool;
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
                permitPool.release();
            }
        }
    }
}
